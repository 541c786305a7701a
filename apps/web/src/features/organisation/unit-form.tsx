import type { Route } from '@shiloh/contract/core'
import { CHURCH_LEVELS, type ChurchTreeRow, organisationRoutes as routes } from '@shiloh/contract/organisation'
import { text, useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { toastDone } from '#ui/feedback/toast'
import { RecordForm } from '#ui/form/record-form'
import { useRemoveMany } from '#ui/list/remove-many'
import { texts as common } from '../../ui/list/resource-texts.ts'
import { texts } from './texts.ts'

const named = routes.updateChurchUnit.body.pick({ name: true, code: true }).required({ name: true })
const added = routes.createChurchUnit.body.pick({ level: true, name: true, code: true })

interface UnitFormProps {
  /** The unit that is renamed, or that gets one below it. Without one, a region is added. */
  unit: ChurchTreeRow | undefined
  renames: boolean
  stale: readonly Route[]
  onAdded: (parent: ChurchTreeRow | undefined, id: string) => void
  onDone: () => void
}

/** Renames a unit of the church map, or adds one. Both can be undone. */
export function UnitForm({ unit, renames, stale, onAdded, onDone }: UnitFormProps) {
  const t = useT(texts)
  const create = useAct(routes.createChurchUnit, stale, { shown: true })
  const update = useAct(routes.updateChurchUnit, stale, { shown: true })
  const back = useAct(routes.updateChurchUnit, stale)
  const remove = useRemoveMany(routes.removeChurchUnit, stale)
  const fields = [
    { kind: 'text', name: 'name', label: text(common, 'name'), required: true },
    { kind: 'text', name: 'code', label: text(common, 'code'), empty: null },
  ] as const
  if (unit && renames) {
    const { _id, name, code } = unit
    const params = { id: _id }
    return (
      <RecordForm
        schema={named}
        title={t('rename_title', { name })}
        saved={null}
        values={{ name, code }}
        sections={[{ fields }]}
        onSave={async (body) => {
          await update.mutateAsync({ params, body })
          toastDone({
            message: t('renamed', { before: name, name: body.name }),
            undo: { label: t('undo'), act: () => back.mutate({ params, body: { name, code } }) },
          })
        }}
        onDone={onDone}
      />
    )
  }
  const levels = unit ? CHURCH_LEVELS.slice(CHURCH_LEVELS.indexOf(unit.level) + 1) : CHURCH_LEVELS.slice(0, 1)
  return (
    <RecordForm
      schema={added}
      title={unit ? t('add_below_title', { name: unit.name }) : t('add_region')}
      again
      saved={null}
      values={{ level: levels[0] ?? 'region', name: '', code: null }}
      sections={[
        {
          fields: [
            ...fields,
            ...(levels.length > 1
              ? [
                  {
                    kind: 'select',
                    name: 'level',
                    label: text(texts, 'level'),
                    required: true,
                    choices: levels.map((value) => ({ value, label: text(texts, `level_${value}`) })),
                  } as const,
                ]
              : []),
          ],
        },
      ]}
      onSave={async (body) => {
        const { data } = await create.mutateAsync({
          body: { ...body, parent_id: unit?._id ?? null, ...(unit && { country: unit.country }) },
        })
        onAdded(unit, data._id)
        toastDone({
          message: t('added', { name: data.name }),
          undo: { label: t('undo'), act: () => void remove([data._id]) },
        })
      }}
      onDone={onDone}
    />
  )
}
