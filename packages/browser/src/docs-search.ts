const find = <T extends HTMLElement>(selector: string) => document.querySelector<T>(selector)

/** Makes the search show only operations that contain all of its words, in the list and in the text. */
export function connectSearch(): void {
  const field = find<HTMLInputElement>('#search')
  const sections = find('.sections')
  const list = find<HTMLDetailsElement>('.all')
  const count = find('.found')
  if (!field || !sections || !list || !count) return
  // On narrow screens, the list is above the text and open only while the user chooses from it.
  const isBeside = matchMedia('(min-width:75rem)')
  isBeside.addEventListener('change', () => {
    list.open = isBeside.matches
  })

  /** Shows the section that the fragment names, and of the search only its list. */
  const showTarget = () => {
    sections.classList.remove('searching')
    list.open = isBeside.matches
    for (const link of list.querySelectorAll('a')) {
      const isCurrent = link.hash === location.hash
      if (isCurrent) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
      const top = link.offsetTop - list.offsetTop
      const isSeen = top > list.scrollTop && top < list.scrollTop + list.clientHeight
      if (isCurrent && !isSeen) list.scrollTop = top - list.clientHeight / 2
    }
  }

  field.addEventListener('input', () => {
    const words = field.value.toLowerCase().split(/\s+/)
    const isSearching = field.value.trim() !== ''
    let found = 0
    for (const section of document.querySelectorAll<HTMLElement>('.operation')) {
      const isFound = words.every((word) => section.dataset['words']?.includes(word))
      section.hidden = isSearching && !isFound
      const item = list.querySelector(`a[href="#${section.id}"]`)?.closest('li')
      if (item) item.hidden = !isFound
      if (isFound) found += 1
    }
    for (const group of list.querySelectorAll('ul')) {
      group.hidden = group.querySelector('li:not([hidden])') === null
      const heading = group.previousElementSibling
      if (heading instanceof HTMLElement) heading.hidden = group.hidden
    }
    for (const general of list.querySelectorAll<HTMLElement>(':scope > p')) general.hidden = isSearching
    sections.classList.toggle('searching', isSearching)
    list.open = isSearching || isBeside.matches
    count.textContent = isSearching ? `${found} found` : ''
    if (sections.getBoundingClientRect().top < 0) sections.scrollIntoView()
  })
  addEventListener('hashchange', () => {
    showTarget()
    sections.querySelector(':target')?.scrollIntoView()
  })
  showTarget()
  addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.matches('input, select, textarea')
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    field.focus()
  })
}
