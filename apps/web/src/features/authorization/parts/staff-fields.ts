import { text } from '#platform/i18n'
import { texts as common } from '../../../ui/list/resource-texts.ts'
import { texts } from '../texts.ts'
import { languages } from './choices.ts'

/** Who somebody is that staff give an account: an administrator, or a person at the gates. */
export const staffFields = [
  { kind: 'text', name: 'first_name', label: text(texts, 'first_name'), required: true, half: true },
  { kind: 'text', name: 'last_name', label: text(texts, 'last_name'), required: true, half: true },
  {
    kind: 'text',
    name: 'email',
    label: text(texts, 'email'),
    type: 'email',
    inputMode: 'email',
    required: true,
  },
  { kind: 'text', name: 'phone', label: text(common, 'phone'), inputMode: 'tel', half: true },
  {
    kind: 'select',
    name: 'language',
    label: text(texts, 'language'),
    choices: languages,
    half: true,
    empty: undefined,
  },
] as const
