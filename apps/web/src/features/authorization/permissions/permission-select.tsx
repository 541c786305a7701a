import { useLanguage, useT } from '#platform/i18n'
import { ChoiceSelect } from '#ui/form/choice-select'
import type { Model } from './draft.ts'
import { texts } from './texts.ts'
import { useModelWords } from './words.ts'

interface PermissionSelectProps {
  model: Model
  /** `resource.action` */
  value: string | undefined
  onChange: (permission: string) => void
}

/** Selects one permission: the resource, then the action. */
export function PermissionSelect({ model, value = '', onChange }: PermissionSelectProps) {
  const t = useT(texts)
  const language = useLanguage()
  const { ofResource, ofAction } = useModelWords()
  const dot = value.indexOf('.')
  const [resource, action] = [value.slice(0, dot), value.slice(dot + 1)]
  const actionsOf = (name: string) => model.resources.find((one) => one.name === name)?.actions ?? []
  const choose = (name: string) => {
    const actions = actionsOf(name)
    const next = actions.find((one) => one.name === action) ?? actions[0]
    if (next) onChange(`${name}.${next.name}`)
  }
  return (
    <>
      <ChoiceSelect
        label={t('part')}
        placeholder={t('choose')}
        choices={model.resources
          .filter(({ actions }) => actions.length > 0)
          .map(({ name }) => ({ value: name, label: ofResource(name) }))
          .sort((one, other) => one.label.localeCompare(other.label, language))}
        value={resource || null}
        onChange={choose}
      />
      <ChoiceSelect
        label={t('action')}
        placeholder={t('choose')}
        disabled={!resource}
        choices={actionsOf(resource).map(({ name }) => ({ value: name, label: ofAction(name) }))}
        value={action || null}
        onChange={(name) => onChange(`${resource}.${name}`)}
      />
    </>
  )
}
