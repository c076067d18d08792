import { type PlaceInText, placeIn } from '@space-data/charts/text'

/** A city with its location in degrees, north and east positive. */
interface City extends PlaceInText {
  readonly name: string
}

/** Returns the cities that the page knows by name. */
export function cities(): readonly City[] {
  return PACKED.split(/;\s/).map((each) => {
    const [, name = '', latitude, longitude] = /^(.*) (\S+) (\S+)$/.exec(each) ?? []
    return { name, latitude: Number(latitude), longitude: Number(longitude) }
  })
}

/** Returns the location that a text names: a city, in any case and without accents too, or coordinates. */
export function placeNamed(text: string): PlaceInText | undefined {
  const wanted = plain(text)
  const city = cities().find(({ name }) => plain(name) === wanted)
  const { latitude, longitude } = city ?? placeIn(text) ?? {}
  if (latitude === undefined || longitude === undefined) return undefined
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined
}

/** Returns a name in lower case without accents; two letters have none that could be taken off. */
function plain(name: string): string {
  const letters = name.trim().toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')
  return letters.replaceAll('ø', 'o').replaceAll('ł', 'l').replaceAll('’', "'")
}

/** Names and coordinates in degrees, north and east positive. */
const PACKED = `Abidjan 5.35 -4.02; Abu Dhabi 24.45 54.38; Abuja 9.06 7.49; Accra 5.56 -0.2; Addis Ababa 9.03 38.74;
Adelaide -34.93 138.6; Algiers 36.75 3.04; Almaty 43.24 76.9; Amman 31.95 35.93; Amsterdam 52.37 4.9;
Anchorage 61.22 -149.9; Ankara 39.92 32.85; Antananarivo -18.91 47.54; Antwerp 51.22 4.4;
Athens 37.98 23.73; Atlanta 33.75 -84.39; Auckland -36.85 174.76; Austin 30.27 -97.74; Baghdad 33.34 44.4;
Baku 40.38 49.89; Bangalore 12.97 77.59; Bangkok 13.75 100.5; Barcelona 41.39 2.16; Basel 47.56 7.59;
Beijing 39.91 116.4; Beirut 33.89 35.5; Belfast 54.6 -5.93; Belgrade 44.8 20.47; Bergen 60.39 5.32;
Berlin 52.52 13.4; Bern 46.95 7.45; Bilbao 43.26 -2.93; Birmingham 52.48 -1.9; Bogotá 4.61 -74.08;
Bologna 44.49 11.34; Bordeaux 44.84 -0.58; Boston 42.36 -71.06; Brasília -15.78 -47.93;
Bratislava 48.15 17.11; Bremen 53.08 8.8; Brisbane -27.47 153.03; Bristol 51.45 -2.6; Brussels 50.85 4.35;
Bucharest 44.43 26.1; Budapest 47.5 19.04; Buenos Aires -34.61 -58.38; Cairo 30.06 31.25;
Calgary 51.05 -114.09; Canberra -35.28 149.13; Cape Town -33.93 18.42; Caracas 10.49 -66.88;
Cardiff 51.48 -3.18; Casablanca 33.59 -7.61; Chengdu 30.67 104.07; Chennai 13.09 80.28;
Chicago 41.85 -87.65; Chişinău 47.01 28.86; Christchurch -43.53 172.63; Cologne 50.93 6.95;
Colombo 6.93 79.85; Copenhagen 55.68 12.57; Cork 51.9 -8.47; Dakar 14.69 -17.44; Dallas 32.78 -96.81;
Damascus 33.51 36.29; Dar es Salaam -6.82 39.27; Darwin -12.46 130.84; Delhi 28.65 77.23;
Denver 39.74 -104.98; Detroit 42.33 -83.05; Dhaka 23.71 90.41; Doha 25.29 51.53; Dortmund 51.51 7.47;
Dresden 51.05 13.74; Dubai 25.08 55.31; Dublin 53.33 -6.25; Dunedin -45.87 170.5; Durban -29.86 31.03;
Düsseldorf 51.22 6.78; Edinburgh 55.95 -3.2; Edmonton 53.55 -113.47; Fairbanks 64.84 -147.72;
Florence 43.77 11.25; Frankfurt 50.12 8.68; Galway 53.27 -9.05; Geneva 46.2 6.15; Genoa 44.41 8.93;
Ghent 51.05 3.72; Glasgow 55.87 -4.26; Gothenburg 57.71 11.97; Graz 47.07 15.45;
Guadalajara 20.67 -103.35; Guangzhou 23.12 113.25; Guatemala City 14.64 -90.51; Halifax 44.65 -63.57;
Hamburg 53.55 9.99; Hannover 52.37 9.73; Hanoi 21.02 105.84; Harare -17.83 31.05; Havana 23.13 -82.38;
Helsinki 60.17 24.94; Ho Chi Minh City 10.82 106.63; Hobart -42.88 147.33; Hong Kong 22.28 114.17;
Honolulu 21.31 -157.86; Houston 29.76 -95.36; Hyderabad 17.38 78.46; Innsbruck 47.26 11.39;
Istanbul 41.01 28.95; Jakarta -6.21 106.85; Jerusalem 31.77 35.21; Johannesburg -26.2 28.04;
Kabul 34.53 69.17; Kampala 0.32 32.58; Karachi 24.86 67.01; Kathmandu 27.7 85.32; Khartoum 15.55 32.53;
Kigali -1.95 30.06; Kinshasa -4.33 15.31; Kiruna 67.86 20.23; Kolkata 22.56 88.36; Kraków 50.06 19.94;
Kuala Lumpur 3.14 101.69; Kuwait City 29.37 47.98; Kyiv 50.45 30.52; Kyoto 35.02 135.75;
La Paz -16.5 -68.15; Lagos 6.45 3.39; Lahore 31.56 74.35; Las Vegas 36.17 -115.14; Leeds 53.8 -1.55;
Leipzig 51.34 12.37; Lille 50.63 3.06; Lima -12.04 -77.03; Linz 48.31 14.29; Lisbon 38.72 -9.13;
Liverpool 53.41 -2.98; Ljubljana 46.05 14.51; London 51.51 -0.13; Longyearbyen 78.22 15.64;
Los Angeles 34.05 -118.24; Luanda -8.84 13.23; Lusaka -15.41 28.29; Luxembourg 49.61 6.13;
Lviv 49.84 24.02; Lyon 45.75 4.85; Madrid 40.42 -3.7; Málaga 36.72 -4.42; Malmö 55.61 13;
Manchester 53.48 -2.24; Manila 14.6 120.98; Maputo -25.97 32.58; Marrakesh 31.63 -8; Marseille 43.3 5.38;
Mecca 21.43 39.83; Medellín 6.25 -75.56; Melbourne -37.81 144.96; Mexico City 19.43 -99.13;
Miami 25.77 -80.19; Milan 45.46 9.19; Minneapolis 44.98 -93.26; Minsk 53.9 27.57; Monterrey 25.67 -100.31;
Montevideo -34.9 -56.19; Montréal 45.51 -73.59; Moscow 55.75 37.62; Mumbai 19.07 72.88;
Munich 48.14 11.58; Murmansk 68.98 33.09; Nagoya 35.18 136.91; Nairobi -1.28 36.82; Naples 40.85 14.27;
New Orleans 29.95 -90.08; New York 40.71 -74.01; Nice 43.7 7.27; Nicosia 35.17 33.36;
Novosibirsk 55.04 82.93; Nuremberg 49.45 11.08; Nuuk 64.18 -51.72; Osaka 34.69 135.5; Oslo 59.91 10.75;
Ottawa 45.41 -75.7; Oulu 65.01 25.47; Panama City 8.99 -79.52; Paris 48.85 2.35; Perth -31.95 115.86;
Philadelphia 39.95 -75.16; Phnom Penh 11.56 104.92; Phoenix 33.45 -112.07; Podgorica 42.44 19.26;
Port Louis -20.16 57.5; Port Moresby -9.44 147.18; Portland 45.52 -122.68; Porto 41.15 -8.61;
Poznań 52.41 16.93; Prague 50.09 14.42; Pretoria -25.74 28.19; Punta Arenas -53.15 -70.92;
Pyongyang 39.03 125.75; Québec 46.81 -71.21; Quito -0.23 -78.52; Reykjavík 64.14 -21.9; Riga 56.95 24.11;
Rio de Janeiro -22.91 -43.18; Riyadh 24.69 46.72; Rome 41.89 12.48; Rotterdam 51.92 4.48;
Rovaniemi 66.5 25.72; Salt Lake City 40.76 -111.89; Salzburg 47.8 13.04; San Diego 32.72 -117.16;
San Francisco 37.77 -122.42; San José 9.93 -84.08; San Juan 18.47 -66.11; Santiago -33.46 -70.65;
Santo Domingo 18.47 -69.89; São Paulo -23.55 -46.64; Sapporo 43.06 141.35; Sarajevo 43.85 18.36;
Seattle 47.61 -122.33; Seoul 37.57 126.98; Seville 37.38 -5.97; Shanghai 31.22 121.46;
Shenzhen 22.55 114.07; Singapore 1.29 103.85; Skopje 42 21.43; Sofia 42.7 23.32; St John’s 47.56 -52.71;
St Petersburg 59.94 30.31; Stavanger 58.97 5.73; Stockholm 59.33 18.07; Strasbourg 48.58 7.75;
Stuttgart 48.78 9.18; Suva -18.14 178.44; Sydney -33.87 151.21; Taipei 25.05 121.53; Tallinn 59.44 24.75;
Tashkent 41.26 69.22; Tbilisi 41.69 44.83; Tehran 35.69 51.42; Tel Aviv 32.08 34.78; The Hague 52.08 4.3;
Thessaloniki 40.64 22.93; Tirana 41.33 19.82; Tokyo 35.69 139.69; Toronto 43.7 -79.42; Toulouse 43.6 1.44;
Tripoli 32.89 13.19; Tromsø 69.65 18.96; Trondheim 63.43 10.4; Tunis 36.82 10.17; Turin 45.07 7.69;
Turku 60.45 22.27; Ulaanbaatar 47.91 106.88; Uppsala 59.86 17.64; Ushuaia -54.8 -68.3; Utrecht 52.09 5.12;
Valencia 39.47 -0.38; Valletta 35.9 14.51; Vancouver 49.25 -123.12; Venice 45.44 12.33;
Vienna 48.21 16.37; Vilnius 54.69 25.28; Vladivostok 43.11 131.87; Warsaw 52.23 21.01;
Washington 38.9 -77.04; Wellington -41.29 174.78; Whitehorse 60.72 -135.05; Winnipeg 49.88 -97.15;
Wrocław 51.1 17.03; Wuhan 30.58 114.27; Xi’an 34.26 108.93; Yakutsk 62.03 129.73; Yangon 16.81 96.16;
Yellowknife 62.46 -114.35; Yerevan 40.18 44.51; Zagreb 45.81 15.98; Zürich 47.37 8.55`
