/** Shows the time left to every planned instant of the page, second by second. */
export function startCountdowns(): void {
  showTimeLeft()
  setInterval(showTimeLeft, 1_000)
}

function showTimeLeft(): void {
  for (const each of document.querySelectorAll<HTMLElement>('[data-until]')) {
    const left = Math.floor((Date.parse(each.dataset['until'] ?? '') - Date.now()) / 1_000)
    const [day, hour, minute] = [
      Math.floor(left / 86_400),
      Math.floor(left / 3_600) % 24,
      Math.floor(left / 60) % 60,
    ]
    const clock = [hour, minute, left % 60].map((count) => String(count).padStart(2, '0')).join(':')
    each.textContent = left < 0 ? 'planned time passed' : `in ${day > 0 ? `${day} d ` : ''}${clock}`
  }
}
