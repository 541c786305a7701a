import { ActionIcon, Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { useAccount } from '#platform/account'
import { text, useT } from '#platform/i18n'
import { FormInput as Field } from '#ui/form/form-fields'
import { newOption } from './definition.ts'
import classes from './forms.module.css'
import { texts } from './texts.ts'

/** The options of a question with price and limit. */
export function OptionsEditor({ path }: { path: string }) {
  const t = useT(texts)
  const { organisation } = useAccount()
  const { control } = useFormContext()
  const rows = useFieldArray({ control, name: `${path}.options` })
  const list = useRef<HTMLOListElement>(null)
  const focusIn = (row: number, what: string) =>
    requestAnimationFrame(() => list.current?.children[row]?.querySelector<HTMLElement>(what)?.focus())
  const move = (from: number, step: -1 | 1) => {
    rows.move(from, from + step)
    focusIn(from + step, `[data-step="${step}"]`)
  }
  const add = () => {
    rows.append(newOption(), { shouldFocus: false })
    focusIn(rows.fields.length, 'input')
  }
  return (
    <fieldset className={classes.options}>
      <legend>{t('options')}</legend>
      <p className="dim small">{t('option_limit_hint')}</p>
      <ol ref={list}>
        {rows.fields.map((row, i) => {
          const name = t('option_number', { number: i + 1 })
          const at = `${path}.options.${i}`
          return (
            <li key={row.id}>
              <fieldset className={classes.option} aria-label={name}>
                <Field
                  control={control}
                  name={`${at}.label`}
                  field={{ kind: 'text', name: 'label', label: text(texts, 'option'), required: true, empty: '' }}
                />
                <Field
                  control={control}
                  name={`${at}.price`}
                  field={{
                    kind: 'money',
                    name: 'price',
                    label: text(texts, 'option_price'),
                    currency: organisation.currency,
                  }}
                />
                <Field
                  control={control}
                  name={`${at}.capacity`}
                  field={{
                    kind: 'number',
                    name: 'capacity',
                    label: text(texts, 'option_limit'),
                    min: 0,
                    placeholder: text(texts, 'no_limit'),
                  }}
                />
                <div className={classes.actions}>
                  <ActionIcon
                    size={36}
                    data-step={-1}
                    disabled={i === 0}
                    aria-label={t('move_up', { name })}
                    onClick={() => move(i, -1)}
                  >
                    <IconArrowUp size={17} stroke={1.75} />
                  </ActionIcon>
                  <ActionIcon
                    size={36}
                    data-step={1}
                    disabled={i === rows.fields.length - 1}
                    aria-label={t('move_down', { name })}
                    onClick={() => move(i, 1)}
                  >
                    <IconArrowDown size={17} stroke={1.75} />
                  </ActionIcon>
                  <ActionIcon size={36} aria-label={t('remove', { name })} onClick={() => rows.remove(i)}>
                    <IconTrash size={17} stroke={1.75} />
                  </ActionIcon>
                </div>
              </fieldset>
            </li>
          )
        })}
      </ol>
      <div>
        <Button variant="default" leftSection={<IconPlus size={17} />} onClick={add}>
          {t('add_option')}
        </Button>
      </div>
    </fieldset>
  )
}
