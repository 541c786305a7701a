import type { Feature } from '#http/feature'
import { formEndpoints, optionEndpoints, questionEndpoints, sectionEndpoints } from './endpoints.ts'

export { formProblems } from './rules.ts'
export { pickForms, readDefinition } from './store.ts'
export { publishForm } from './versions.ts'

/** Forms of events: sections, questions, options, and the versions that people answer. */
export const forms: Feature = {
  endpoints: [...formEndpoints, ...sectionEndpoints, ...questionEndpoints, ...optionEndpoints],
}
