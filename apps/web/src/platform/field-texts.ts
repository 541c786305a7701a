import { defineTexts } from '@shiloh/contract/core'
import { FIELD_TEXTS } from '@shiloh/contract/errors'

/** What stands under a field whose value is refused: the server's own wording, also before the server is asked. */
export const texts = defineTexts(FIELD_TEXTS)
