/** Opens the language chosen in one group of examples in all other groups, too. */
export function keepLanguage(): void {
  addEventListener('click', ({ target }) => {
    const chosen = target instanceof Element ? target.closest('.codes summary') : null
    for (const summary of chosen ? document.querySelectorAll('.codes summary') : []) {
      const details = summary.parentElement
      const isSame = summary !== chosen && summary.textContent === chosen?.textContent
      if (isSame && details instanceof HTMLDetailsElement) details.open = true
    }
  })
}
