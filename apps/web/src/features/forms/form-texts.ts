import type { Language } from '@shiloh/contract/core'
import type { Translations } from '@shiloh/contract/text/translations'
import type { SectionInput } from './definition.ts'

/** What a text of a form is, for its name in the table of languages. */
export type TextKind = 'section_title' | 'section_description' | 'question' | 'help' | 'option'

/** One text of a form with its translations. */
export interface FormText {
  /** The part it belongs to, as a path of the builder: `sections.0.questions.1`. */
  readonly part: string
  /** The id of that part. */
  readonly id: string
  /** The field of that part. */
  readonly field: 'title' | 'description' | 'label' | 'help'
  readonly kind: TextKind
  /** The number of the question, or of the option within its question, from 1. */
  readonly number: number
  readonly own: string
  readonly translations: Translations
}

/** Returns every text of a section and its questions, in the order in which people read them. Empty texts have no translation. */
export const textsOfSection = (section: SectionInput, at: number): FormText[] => {
  const part = `sections.${at}`
  const ofSection = { part, id: section._id ?? '', number: at + 1, translations: section.translations ?? {} }
  const all: FormText[] = [
    { ...ofSection, field: 'title', kind: 'section_title', own: section.title },
    { ...ofSection, field: 'description', kind: 'section_description', own: section.description ?? '' },
    ...(section.questions ?? []).flatMap((question, i): FormText[] => {
      const ofQuestion = {
        part: `${part}.questions.${i}`,
        id: question._id ?? '',
        number: i + 1,
        translations: question.translations ?? {},
      }
      return [
        { ...ofQuestion, field: 'label', kind: 'question', own: question.label },
        { ...ofQuestion, field: 'help', kind: 'help', own: question.help ?? '' },
        ...(question.options ?? []).map(
          ({ _id = '', label, translations = {} }, place): FormText => ({
            part: `${part}.questions.${i}.options.${place}`,
            id: _id,
            field: 'label',
            kind: 'option',
            number: place + 1,
            own: label,
            translations,
          }),
        ),
      ]
    }),
  ]
  return all.filter(({ own }) => own.trim() !== '')
}

/** Returns a name of a text that stays when its part moves. */
export const identityOf = ({ id, field }: Pick<FormText, 'id' | 'field'>): string => `${id}.${field}`

/** Returns the number of texts that lack a language. */
export const missingOf = (sections: readonly SectionInput[], language: Language): number =>
  sections.flatMap(textsOfSection).filter(({ translations, field }) => !translations[language]?.[field]?.trim()).length
