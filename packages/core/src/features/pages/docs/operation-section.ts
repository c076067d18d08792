import { durationText } from '@space-data/charts/text'
import { codeExamples } from '#features/pages/code-examples'
import type { ApiDocument, Operation } from '#features/pages/docs/document'
import { methodBadge, referenceLink } from '#features/pages/docs/operation-links'
import { parameterFields } from '#features/pages/docs/parameter-fields'
import { exampleResponse, responseFields, statuses } from '#features/pages/docs/responses'
import { richLine } from '#features/pages/docs/rich-text'
import { type Html, html } from '#features/shared/page/html'
import { type Access, type Endpoint, isStream } from '#kernel/endpoint/endpoint'

/** Renders one operation: its description and parameters, and beside them a request and its response. */
export function operationSection(
  endpoint: Endpoint,
  operation: Operation,
  document: ApiDocument,
  root: string,
): Html {
  const { method, path, access, isIncludedIn, tag } = endpoint
  const { operationId, summary, description } = operation
  const [sent, need] = KEYS[access] ?? ['open', 'no key']
  const [lead, rest] = leadOf(description)
  return html`<section class="operation" id="${operationId}" data-method="${method}" data-path="${path.slice(1)}" data-access="${sent}">
<div class="about"><p class="group"><a href="${referenceLink(root, tag)}">${tag}</a></p><h2>${summary}</h2>
<p class="target">${methodBadge(method)} <code>${path}</code> <small>${need}${access === 'key' && isIncludedIn !== undefined && ', some tiers'}</small></p>
<p class="description">${richLine(lead)}</p><p class="sub">${costLine(endpoint)}</p>
${rest !== '' && html`<details class="more"><summary><span>Details</span></summary><p class="description">${richLine(rest)}</p></details>`}
${parameterFields(endpoint, operation, document)}</div>
<div class="beside">${codeExamples(endpoint)}
<div class="ask">${isSendable(endpoint) && html`<p data-live hidden><button type="button" class="send">Try it</button><span class="verdict" role="status"></span></p>`}
${exampleResponse(endpoint, operation, document)}<figure class="plots" hidden></figure></div>${responseFields(operation, document)}</div>
<div class="replies">${statuses(operation, document, root)}</div></section>
`
}

/** Returns the first sentence of a description, and the others. */
function leadOf(description: string): readonly [lead: string, rest: string] {
  const [lead = ''] = /^.*?[.](?=\s+[A-Z`*])/s.exec(description) ?? [description]
  return [lead, description.slice(lead.length).trim()]
}

/** Returns the cost of a response in a line. */
function costLine({ cost = 'shared', ttlMs }: Endpoint): string {
  const words =
    cost === 'shared'
      ? 'Cost: created once for all clients'
      : cost === 'own'
        ? 'Cost: created for your parameters, without a limit'
        : typeof cost === 'number'
          ? `Cost: computed, ${cost} ${cost === 1 ? 'unit' : 'units'} of the limit per minute`
          : 'Cost: depends on the parameters'
  return ttlMs === undefined ? `${words}.` : `${words}; valid for ${durationText(ttlMs)}.`
}

/** Whether a key is sent, for the script, and whether it is needed, for the reader. */
const KEYS: Partial<Record<Access, readonly [sent: string, need: string]>> = {
  key: ['key', 'key'],
  optional_key: ['optional', 'key optional'],
}

/** Whether the page can send a request and show the response, unlike streams and binary bodies. */
function isSendable(endpoint: Endpoint): boolean {
  return !isStream(endpoint) && endpoint.requestBody !== 'bytes'
}
