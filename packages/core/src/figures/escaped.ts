const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text for HTML or SVG, between tags or in a quoted attribute; what neither can carry becomes a question mark in a box. */
export function escaped(text: string): string {
  return text
    .replace(/[^\P{Cc}\t\n]|[\p{Cs}\ufffe\uffff]/gu, '\ufffd')
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')
}
