import { loadText, saveText } from '#stored-key'

const STORED = 'space-data language'

/** Opens the language chosen in one group of examples in all other groups, on this page and the next ones. */
export function keepLanguage(): void {
  openLanguage(loadText(STORED))
  addEventListener('click', ({ target }) => {
    const chosen = target instanceof Element ? target.closest('.codes summary') : null
    if (!chosen) return
    saveText(STORED, chosen.textContent)
    openLanguage(chosen.textContent, chosen)
  })
}

/** Opens a language in all groups but the one whose summary the click opens. */
function openLanguage(language: string, chosen?: Element): void {
  for (const summary of document.querySelectorAll('.codes summary')) {
    const details = summary.parentElement
    const isSame = summary !== chosen && summary.textContent === language
    if (isSame && details instanceof HTMLDetailsElement) details.open = true
  }
}
