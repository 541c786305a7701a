import { LANGUAGES, type Language } from '@shiloh/contract/core'
import { type AdminEvent, EVENT_TEXTS } from '@shiloh/contract/events/events'
import { missingTexts, outdatedTexts, type Translations } from '@shiloh/contract/text/translations'

type Count = <K extends string>(
  own: { readonly [F in K]?: string | null | undefined },
  translations: Translations<K> | undefined,
  fields: readonly K[],
  language: Language,
) => readonly K[]

const countBy =
  (count: Count) =>
  (event: AdminEvent, own: Language): readonly { language: Language; count: number }[] =>
    LANGUAGES.filter((language) => language !== own)
      .map((language) => ({
        language,
        count: [
          count(event, event.translations, EVENT_TEXTS, language),
          ...[...event.participant_types, ...event.caterers].map((row) =>
            count(row, row.translations, ['note'], language),
          ),
          ...event.speakers.map((row) => count(row, row.translations, ['topic'], language)),
          ...event.activities.map((row) => count(row, row.translations, ['title', 'place', 'description'], language)),
          ...event.scan_points.map((row) => count(row, row.translations, ['name'], language)),
        ].flat().length,
      }))
      .filter(({ count }) => count > 0)

/** Counts the texts of an event and of its parts that a language lacks, for each language that lacks some. */
export const gapsOf = countBy(missingTexts)

/** Counts the texts of an event and of its parts whose translation may be outdated, for each language that has some. */
export const outdatedOf = countBy(outdatedTexts)
