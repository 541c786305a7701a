import type { Moment } from '@shiloh/contract/workflows'
import { useT } from '#platform/i18n'
import type { Given } from './sentence-parts.ts'
import { texts } from './texts.ts'
import { NumberToken, Token } from './tokens.tsx'

function useDays() {
  const t = useT(texts)
  return ({ days }: Moment) =>
    days === 0 ? t('days_on') : days < 0 ? t('days_before', { count: -days }) : t('days_after', { count: days })
}

/** "3 days before the start of the event". */
export function MomentTokens({
  value,
  options,
  readOnly,
  onChange,
}: Given & { value: Moment; onChange: (value: Moment) => void }) {
  const t = useT(texts)
  const days = useDays()
  return (
    <>
      <NumberToken
        name={t('days_field')}
        label={days(value)}
        value={value.days}
        min={-365}
        max={365}
        disabled={readOnly}
        onChange={(next) => onChange({ ...value, days: next })}
      />{' '}
      <Token
        name={t('until')}
        value={value.anchor}
        choices={options.anchors.map((anchor) => ({ value: anchor, label: t(`anchor_${anchor}`) }))}
        disabled={readOnly}
        onChange={(next) => {
          const anchor = options.anchors.find((known) => known === next)
          if (anchor) onChange({ ...value, anchor })
        }}
      />
    </>
  )
}
