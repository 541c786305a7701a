import { DatesProvider } from '@mantine/dates'
import 'dayjs/locale/de'
import 'dayjs/locale/fr'
import 'dayjs/locale/pt'
import '@mantine/dates/styles.layer.css'
import './dates.css'
import type { ReactNode } from 'react'
import { useLanguage } from '#platform/i18n'

/** The context that date fields need: the language of the page, weeks from Monday. */
export function DateSetup({ children }: { children: ReactNode }) {
  const language = useLanguage()
  return <DatesProvider settings={{ locale: language, firstDayOfWeek: 1, weekendDays: [] }}>{children}</DatesProvider>
}
