const find = <T extends HTMLElement>(selector: string) => document.querySelector<T>(selector)

/** Makes the search leave only operations that contain all of its words in the list. */
export function connectSearch(): void {
  const field = find<HTMLInputElement>('#search')
  const sections = find('.sections')
  const list = find<HTMLDetailsElement>('.all')
  const count = find('.found')
  if (!field || !sections || !list || !count) return
  const links = [...list.querySelectorAll('a')]
  // On narrow screens, the list is above the text and open only while the user chooses from it.
  const isBeside = matchMedia('(min-width:75rem)')
  isBeside.addEventListener('change', () => {
    list.open = isBeside.matches
  })

  /** Marks the section that the URL names, and opens its page if it is on another one. */
  const showTarget = () => {
    const { hash, href } = location
    const elsewhere = sections.querySelector(':target') ? undefined : links.find((link) => link.hash === hash)
    if (hash !== '' && elsewhere && elsewhere.href !== href) location.replace(elsewhere.href)
    list.open = isBeside.matches
    for (const link of links) {
      const isCurrent = link.href === href
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
    for (const group of list.querySelectorAll('ul')) {
      const heading = group.previousElementSibling as HTMLElement
      for (const item of group.children as HTMLCollectionOf<HTMLElement>) {
        const text = [item.textContent, item.querySelector('a')?.title, heading.textContent].join(' ')
        item.hidden = !words.every((word) => text.toLowerCase().includes(word))
        if (!item.hidden) found += 1
      }
      group.hidden = group.querySelector('li:not([hidden])') === null
      heading.hidden = group.hidden
    }
    for (const general of list.querySelectorAll<HTMLElement>(':scope > p')) general.hidden = isSearching
    list.classList.toggle('searching', isSearching)
    list.open = isSearching || isBeside.matches
    count.textContent = isSearching ? `${found} found` : ''
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
