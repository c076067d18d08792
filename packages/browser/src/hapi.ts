/** The HAPI page: its code follows its form, which sends the request and draws the response. */
import { keepLanguage } from '#code-language'
import { addCopyButtons } from '#copy'
import { connectForm } from '#docs-form'
import { fillExamples } from '#stored-key'

for (const section of document.querySelectorAll<HTMLElement>('.operation')) connectForm(section, '')
fillExamples('')
addCopyButtons()
keepLanguage()
