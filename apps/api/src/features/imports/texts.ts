import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('server/imports', {
  failed: 'The import failed. The rows that were imported before stay, and you can undo them.',
  touched:
    'This import can no longer be undone: {changed, plural, =0 {} one {# row was changed since. } other {# rows were changed since. }}{used, plural, =0 {} one {# row is used elsewhere.} other {# rows are used elsewhere.}}',
  problem: 'What is wrong',
  refused_file: 'refused',
})
