import { ActionIcon, Button } from '@mantine/core'
import { formatCount, formatMoney } from '@shiloh/contract/text/format'
import { type Condition, TRIGGERS, type WorkflowOptions } from '@shiloh/contract/workflows'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useAccount } from '#platform/account'
import { useLanguage, useT, useText } from '#platform/i18n'
import { valueName } from './names.ts'
import type { Naming, SentenceProps } from './sentence-parts.ts'
import { texts } from './texts.ts'
import { NumberToken, TextToken, Token } from './tokens.tsx'
import classes from './workflows.module.css'

/** The value of a condition, by the type of its field. */
function ValueToken({
  condition,
  options,
  readOnly,
  gone,
  onChange,
}: Naming & { condition: Condition; onChange: (value: Condition['value']) => void }) {
  const t = useT(texts)
  const say = useText()
  const language = useLanguage()
  const { organisation } = useAccount()
  const spec = options.fields.find(({ field }) => field === condition.field)
  const name = t(`field_${condition.field}`)
  const { value } = condition
  switch (spec?.type) {
    case 'flag':
      return (
        <Token
          name={name}
          value={String(value)}
          choices={[
            { value: 'true', label: t('yes') },
            { value: 'false', label: t('no') },
          ]}
          disabled={readOnly}
          onChange={(next) => onChange(next === 'true')}
        />
      )
    case 'money':
      return (
        <NumberToken
          name={t('amount_field')}
          label={formatMoney(Number(value), organisation.currency, language)}
          value={Number(value) / 100}
          min={0}
          max={100_000_000}
          currency={organisation.currency}
          disabled={readOnly}
          onChange={(next) => onChange(Math.round(next * 100))}
        />
      )
    case 'number':
      return (
        <NumberToken
          name={t('number_field')}
          label={formatCount(Number(value), language)}
          value={Number(value)}
          min={-1000}
          max={100_000}
          disabled={readOnly}
          onChange={onChange}
        />
      )
    case 'text':
      return (
        <TextToken
          name={name}
          label={String(value) || t('type_here')}
          value={String(value)}
          disabled={readOnly}
          onChange={onChange}
        />
      )
    default:
      return (
        <Token
          name={name}
          value={String(value) || null}
          choices={(spec?.values ?? []).map((one) => ({
            value: one.value,
            label: one.name || say(valueName(one.value)),
          }))}
          gone={gone}
          disabled={readOnly}
          onChange={onChange}
        />
      )
  }
}

/** Returns a condition about another field, with its first operator. What it is compared with is chosen by who writes it. */
const freshCondition = (field: Condition['field'], options: WorkflowOptions): Condition => {
  const spec = options.fields.find((one) => one.field === field)
  const value = spec?.type === 'flag' ? true : spec?.type === 'money' || spec?.type === 'number' ? 1 : ''
  return { field, operator: spec?.operators[0] ?? 'is', value }
}

export function Conditions({ definition, options, readOnly, gone, onChange }: SentenceProps) {
  const t = useT(texts)
  const subject = TRIGGERS[definition.trigger]
  const { match, list } = definition.conditions
  const fields = options.fields.filter(({ of }) => of.includes(subject))
  const save = (next: readonly Condition[]) => onChange({ ...definition, conditions: { match, list: [...next] } })
  const replace = (at: number, next: Condition) => save(list.map((one, index) => (index === at ? next : one)))
  const first = fields[0]?.field
  const [added, setAdded] = useState<number>()
  return (
    <>
      {list.length === 0 ? <span className="dim">{t('any_condition')}</span> : null}
      {list.map((condition, at) => {
        const spec = options.fields.find(({ field }) => field === condition.field)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no other identity
          <span key={at} className={classes.clause}>
            {at > 0 ? (
              <Token
                name={t('match')}
                value={match}
                choices={[
                  { value: 'all', label: t('match_all') },
                  { value: 'any', label: t('match_any') },
                ]}
                disabled={readOnly}
                onChange={(next) =>
                  onChange({ ...definition, conditions: { list, match: next === 'any' ? 'any' : 'all' } })
                }
              />
            ) : null}
            <Token
              name={t('match')}
              value={condition.field}
              added={added === at}
              choices={fields.map(({ field }) => ({ value: field, label: t(`field_${field}`) }))}
              disabled={readOnly}
              onChange={(next) => {
                const field = fields.find((one) => one.field === next)?.field
                if (field) replace(at, freshCondition(field, options))
              }}
            />
            {/* With one operator there is nothing to choose: “a room was assigned: yes”. */}
            {spec?.operators.length === 1 ? (
              ':'
            ) : (
              <Token
                name={t(`field_${condition.field}`)}
                value={condition.operator}
                choices={(spec?.operators ?? []).map((operator) => ({
                  value: operator,
                  label: t(`operator_${operator}`),
                }))}
                disabled={readOnly}
                onChange={(next) => {
                  const operator = spec?.operators.find((one) => one === next)
                  if (operator) replace(at, { ...condition, operator })
                }}
              />
            )}
            <ValueToken
              condition={condition}
              options={options}
              readOnly={readOnly}
              gone={gone.includes(`conditions.list.${at}.value`)}
              onChange={(value) => replace(at, { ...condition, value })}
            />
            {readOnly ? null : (
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={t('remove_condition')}
                onClick={() => save(list.filter((_, index) => index !== at))}
              >
                <IconX size={15} />
              </ActionIcon>
            )}
          </span>
        )
      })}
      {readOnly || !first ? null : (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={15} />}
          onClick={() => {
            setAdded(list.length)
            save([...list, freshCondition(first, options)])
          }}
        >
          {t(list.length === 0 ? 'add_first' : 'add_condition')}
        </Button>
      )}
    </>
  )
}
