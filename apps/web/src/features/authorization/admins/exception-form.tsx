import { Button, Checkbox, Group, TextInput } from '@mantine/core'
import { extractId } from '@shiloh/contract/core'
import { type Grant, isPermission } from '@shiloh/contract/permissions'
import { type FormEvent, useState } from 'react'
import { useAccount, useCan } from '#platform/account'
import { splitFailure } from '#platform/form-errors'
import { useLanguage, useT } from '#platform/i18n'
import { Segments } from '#ui/base/segments'
import { Refusal } from '#ui/feedback/refusal'
import { ChoiceSelect } from '#ui/form/choice-select'
import { FormDialog } from '#ui/form/form-dialog'
import classes from '../parts/account.module.css'
import type { Model } from '../permissions/draft.ts'
import { useModelWords } from '../permissions/words.ts'
import { texts } from '../texts.ts'

export type Effect = 'special_allow' | 'special_deny'

interface ExceptionFormProps {
  model: Model
  onSave: (effect: Effect, grant: Grant) => Promise<unknown>
  onClose: () => void
}

/** An exception for one person: permissions beside their roles, or denied ones, everywhere or on one object. */
export function ExceptionForm({ model, onSave, onClose }: ExceptionFormProps) {
  const t = useT(texts)
  const language = useLanguage()
  const can = useCan()
  const { user } = useAccount()
  const { ofResource, ofAction } = useModelWords()
  const [effect, setEffect] = useState<Effect>('special_deny')
  const [resource, setResource] = useState<string>('')
  const [actions, setActions] = useState<readonly string[]>([])
  const [object, setObject] = useState('')
  const [problem, setProblem] = useState<{ actions?: string; object?: string; rest?: string }>({})
  const [busy, setBusy] = useState(false)
  const objectId = extractId(object)
  const offered = model.resources.find(({ name }) => name === resource)?.actions ?? []
  // Nobody can allow what they do not have, on this object or everywhere.
  const mayGive = (action: string) => {
    const permission = `${resource}.${action}`
    return (
      effect === 'special_deny' || user?.is_owner === true || (isPermission(permission) && can(permission, objectId))
    )
  }
  const chosen = actions.filter((action) => offered.some(({ name }) => name === action) && mayGive(action))
  const isBeyond = offered.some(({ name }) => !mayGive(name))

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = {
      ...(chosen.length === 0 && { actions: t('choose_actions') }),
      ...(object.trim() !== '' && !objectId && { object: t('no_id') }),
    }
    setProblem(found)
    if (Object.keys(found).length > 0 || busy) return
    setBusy(true)
    try {
      await onSave(effect, { resource, actions: chosen, ...(objectId && { _id: objectId }) })
      onClose()
    } catch (error) {
      setProblem({ rest: splitFailure(error, () => false).rest ?? t('not_saved') })
      setBusy(false)
    }
  }
  return (
    <FormDialog onClose={onClose} title={t('add_exception')}>
      <form noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
        {problem.rest ? <Refusal>{problem.rest}</Refusal> : null}
        <Segments
          label={t('exception')}
          choices={[
            { value: 'special_deny', label: t('special_deny') },
            { value: 'special_allow', label: t('special_allow') },
          ]}
          value={effect}
          onChange={setEffect}
        />
        <ChoiceSelect
          label={t('resource')}
          placeholder={t('choose')}
          choices={model.resources
            .filter((one) => one.actions.length > 0)
            .map(({ name }) => ({ value: name, label: ofResource(name) }))
            .sort((one, other) => one.label.localeCompare(other.label, language))}
          value={resource || null}
          onChange={(name) => {
            setResource(name)
            setActions([])
          }}
        />
        {resource ? (
          <fieldset className={classes.group}>
            <legend className="mantine-InputWrapper-label">{t('actions')}</legend>
            <div className={classes.choices}>
              {offered.map(({ name }) => (
                <Checkbox
                  key={name}
                  label={ofAction(name)}
                  disabled={!mayGive(name)}
                  checked={chosen.includes(name)}
                  onChange={(event) =>
                    setActions(event.currentTarget.checked ? [...actions, name] : actions.filter((one) => one !== name))
                  }
                />
              ))}
            </div>
            {isBeyond ? <p className="dim small">{t('beyond_hint')}</p> : null}
            {problem.actions ? (
              <p role="alert" className={classes.problem}>
                {problem.actions}
              </p>
            ) : null}
          </fieldset>
        ) : null}
        <TextInput
          label={t('object')}
          description={t('object_hint')}
          value={object}
          onChange={(event) => setObject(event.currentTarget.value)}
          error={problem.object}
        />
        <Group justify="flex-end">
          <Button variant="subtle" color="gray" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={!resource}>
            {t('save_exception')}
          </Button>
        </Group>
      </form>
    </FormDialog>
  )
}
