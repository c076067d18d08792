const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML and SVG, in content and quoted attributes; invalid characters become U+FFFD. */
export function escaped(text: string): string {
  return text
    .replace(/[^\P{Cc}\t\n]|[\p{Cs}\ufffe\uffff]/gu, '\ufffd')
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')
}
