/** The slider shows the altitude while it moves, and loads the shell when it is let go. */
const slider = document.querySelector<HTMLInputElement>('#alt')
const output = document.querySelector('#altitude')
if (slider && output) {
  slider.form?.querySelector('button')?.remove()
  slider.addEventListener('input', () => {
    output.textContent = `${slider.value} km`
  })
  slider.addEventListener('change', () => slider.form?.requestSubmit())
}
