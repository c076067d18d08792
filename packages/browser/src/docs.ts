/** The reference: requests with the values of its fields, and a search. Uses the key of the home page. */
import { keepLanguage } from '#code-language'
import { addCopyButtons } from '#copy'
import { connectForm } from '#docs-form'
import { connectSearch } from '#docs-search'
import { colourJson } from '#json-colours'
import { fillExamples, loadKey } from '#stored-key'

const key = loadKey()
for (const section of document.querySelectorAll<HTMLElement>('.operation')) connectForm(section, key)
connectSearch()
fillExamples(key)
addCopyButtons()
keepLanguage()
for (const each of document.querySelectorAll('.answer')) colourJson(each)
