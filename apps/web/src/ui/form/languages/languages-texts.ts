import { defineTexts } from '@shiloh/contract/core'

/** Texts of the church in several languages, as they are edited. */
export const texts = defineTexts('staff/languages', {
  complete: 'Complete',
  missing_count: '{count, plural, one {# missing} other {# missing}}',
  outdated: 'May be outdated',
  outdated_count: '{count, plural, one {# may be outdated} other {# may be outdated}}',
  earlier_words: 'Written for “{words}”',
  earlier_words_long: 'The words that it was written for',
  still_right: 'Still right',
  still_right_of: 'Still right: {field}, {language}',
  original: 'Original',
  missing: '{field} is missing',
  next_gap: '{count, plural, one {To the missing text} other {To the next of # missing texts}}',
  write_it: 'Write it',
  language: 'Language',
  ready: 'Ready',
  gap: 'Missing',
  label: 'In other languages',
  language_ready: '{language}: complete',
  language_gaps: '{language}: {count, plural, one {# missing} other {# missing}}',
  language_outdated: '{language}: {count, plural, one {# may be outdated} other {# may be outdated}}',
  open: 'Translate',
  open_of: 'Translate: {name}',
  falls_back: 'What is missing is shown in {language} until it is there.',
  done: 'Done',
  close: 'Close',
})
