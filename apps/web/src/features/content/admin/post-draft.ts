import type { CommentMode } from '@shiloh/contract/content'
import type { Language } from '@shiloh/contract/core'
import type { Texts } from '#ui/form/languages/language-grid'

export type Field = 'title' | 'summary' | 'body'

/** A post as it is written, saved or not. */
export interface Draft {
  readonly language: Language
  readonly texts: Texts<Field>
  readonly slug: string
  readonly comment_mode: CommentMode
}
