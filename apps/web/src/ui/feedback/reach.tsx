import { activeI18n, format } from '#platform/i18n'
import { texts as platformTexts } from '#platform/texts'
import { texts } from '../base/texts.ts'
import { showFailure } from './failure.tsx'

/**
 * Opens what is loaded when somebody reaches for it, such as a menu. Where its code does not come, the page says why at
 * once, and nothing opens by itself later.
 */
export const openLoaded = (load: () => Promise<unknown>, open: () => void): void =>
  void load().then(open, () =>
    showFailure(
      navigator.onLine
        ? format(activeI18n(), platformTexts, 'no_connection')
        : format(activeI18n(), texts, 'no_network'),
    ),
  )
