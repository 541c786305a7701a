import { Button } from '@mantine/core'
import { formatCount } from '@shiloh/contract/text/format'
import { useLanguage, useT } from '#platform/i18n'
import { texts } from './texts.ts'

/** The button below a list that shows only its beginning. */
export function ShowAll({ count, shown, onAll }: { count: number; shown: number; onAll: () => void }) {
  const t = useT(texts)
  const language = useLanguage()
  return shown < count ? (
    <Button variant="default" mt="sm" onClick={onAll}>
      {t('show_all', { count: formatCount(count, language) })}
    </Button>
  ) : null
}
