import { LANGUAGES, type Language } from '@shiloh/contract/core'
import { type AdminEvent, EVENT_TEXTS } from '@shiloh/contract/events/events'
import { missingTexts } from '@shiloh/contract/text/translations'

/** Counts the texts of an event and of its parts that a language lacks, for each language that lacks some. */
export const gapsOf = (event: AdminEvent, own: Language): readonly { language: Language; count: number }[] =>
  LANGUAGES.filter((language) => language !== own)
    .map((language) => ({
      language,
      count: [
        missingTexts(event, event.translations, EVENT_TEXTS, language),
        ...[...event.participant_types, ...event.caterers].map((row) =>
          missingTexts(row, row.translations, ['note'], language),
        ),
        ...event.speakers.map((row) => missingTexts(row, row.translations, ['topic'], language)),
        ...event.activities.map((row) =>
          missingTexts(row, row.translations, ['title', 'place', 'description'], language),
        ),
        ...event.scan_points.map((row) => missingTexts(row, row.translations, ['name'], language)),
      ].flat().length,
    }))
    .filter(({ count }) => count > 0)
