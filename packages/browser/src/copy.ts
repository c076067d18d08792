/**
 * Copies a text; if the browser denies that, selects the element that shows it. The button shows the result.
 */
export async function copy(button: HTMLElement, shown: Element): Promise<void> {
  try {
    await navigator.clipboard.writeText(shown.textContent ?? '')
    button.textContent = 'Copied'
  } catch {
    getSelection()?.selectAllChildren(shown)
    button.textContent = 'Selected: press Ctrl+C or ⌘C'
  }
}

/** Adds a button to every group of examples that copies the open one. */
export function addCopyButtons(): void {
  for (const group of document.querySelectorAll('.codes')) {
    const button = document.createElement('button')
    const reset = () => {
      button.textContent = 'Copy'
    }
    button.type = 'button'
    button.className = 'quiet copy'
    button.addEventListener('click', () => {
      const open = group.querySelector('[open] pre')
      if (open) void copy(button, open)
    })
    group.addEventListener('toggle', reset, true)
    button.addEventListener('blur', reset)
    reset()
    group.append(button)
  }
}
