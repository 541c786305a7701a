import { readTranslations } from '@shiloh/catalogues/files'
import type { Language } from '@shiloh/contract/core'
import { expect, it } from 'vitest'
import { ACTS, answersTo, begunActs, readAsked } from './entries.ts'
import { texts } from './texts.ts'

/** What people type, and the text with the words of the screen, or the act, that answers it. */
const ASKED: readonly (readonly [wanted: string, asked: Readonly<Record<Language, string>>])[] = [
  [
    'also_unpaid',
    { en: 'who has not paid', de: 'wer hat nicht bezahlt', fr: "qui n'a pas payé", pt: 'quem não pagou' },
  ],
  [
    'also_new_reservation',
    { en: 'add a reservation', de: 'Reservierung anlegen', fr: 'créer une réservation', pt: 'criar uma reserva' },
  ],
  ['also_add_task', { en: 'create task', de: 'neue Aufgabe', fr: 'créer une tâche', pt: 'criar tarefa' }],
  ['also_new_message', { en: 'newsletter', de: 'Rundmail', fr: 'circulaire', pt: 'circular' }],
  ['cancel', { en: 'cancel', de: 'absagen', fr: 'annuler', pt: 'cancelar' }],
  ['also_events', { en: 'call off', de: 'absagen', fr: 'annuler', pt: 'cancelar' }],
  ['also_export', { en: 'export', de: 'exportieren', fr: 'exporter', pt: 'exportar' }],
  ['also_export', { en: 'Excel', de: 'Excel', fr: 'Excel', pt: 'Excel' }],
  ['also_caterers', { en: 'lunch', de: 'Mittagessen', fr: 'déjeuner', pt: 'almoço' }],
  ['also_diets', { en: 'food', de: 'Speisen', fr: 'nourriture', pt: 'comida' }],
  ['also_calendar', { en: 'calendar', de: 'Kalender', fr: 'calendrier', pt: 'calendário' }],
  ['also_tasks', { en: 'to-do', de: 'To-do', fr: 'à faire', pt: 'a fazer' }],
  ['also_people', { en: 'users', de: 'Benutzer', fr: 'utilisateurs', pt: 'utilizadores' }],
  ['also_admins', { en: 'users', de: 'Benutzer', fr: 'utilisateurs', pt: 'utilizadores' }],
  ['letter', { en: 'letter', de: 'Brief', fr: 'lettre', pt: 'carta' }],
  ['also_board', { en: 'swap rooms', de: 'Zimmer tauschen', fr: 'échanger chambres', pt: 'trocar quartos' }],
  ['also_settings', { en: 'settings', de: 'Einstellungen', fr: 'paramètres', pt: 'definições' }],
]

it.each(['en', 'de', 'fr', 'pt'] as const)('answers what people type in %s', (language) => {
  const translations = readTranslations(language, ['staff'])
  const say = (key: keyof typeof texts & string) =>
    (language === 'en' ? texts[key].english : translations.get(`staff/search.${key}`)) ?? ''
  const phrases = {
    cash: say('words_cash'),
    reserve: say('words_reserve'),
    message: say('words_message'),
    publish: say('words_publish'),
    cancel: say('words_cancel'),
    letter: say('words_letter'),
  }
  const said = new Map(Object.keys(texts).map((key) => [key, say(key as keyof typeof texts & string)]))
  const unanswered = ASKED.filter(([wanted, { [language]: asked }]) => {
    const act = ACTS.find((one) => one === wanted)
    if (act) return !begunActs(readAsked(asked, phrases), phrases).some((begun) => begun.act === act)
    return !answersTo(said.get(wanted) ?? '', asked, say('fillers'))
  })
  expect(unanswered.map(([wanted, asked]) => [wanted, asked[language]])).toEqual([])
})
