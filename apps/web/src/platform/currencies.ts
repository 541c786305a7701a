import { CURRENCIES } from '@shiloh/contract/text/currencies'

/** The currencies to choose from, under their names in the reader's language. The one in use is among them, whatever it is. */
export const currencyChoices = (current: string) =>
  [...new Set([current, ...CURRENCIES])]
    .filter((code) => code !== '')
    .map((code) => ({
      value: code,
      label: (i18n: { locale: string }) =>
        `${code}, ${new Intl.DisplayNames([i18n.locale], { type: 'currency' }).of(code) ?? code}`,
    }))
