/** The icon of the site as SVG: a planet with an orbit. */
export const ICON =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'><g fill='none' stroke='#7a4fd0' stroke-width='2'><circle cx='12' cy='12' r='4.5' fill='#7a4fd0'/><ellipse cx='12' cy='12' rx='11' ry='4.4' transform='rotate(-32 12 12)'/></g></svg>"
