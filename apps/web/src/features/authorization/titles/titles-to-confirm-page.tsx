import { Button } from '@mantine/core'
import { type TitleToConfirm, titleClaimRoutes } from '@shiloh/contract/identity/titles-to-confirm'
import { CHURCH_LEVELS, organisationRoutes } from '@shiloh/contract/organisation'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useCan } from '#platform/account'
import { text, useT } from '#platform/i18n'
import { PersonLink } from '#ui/base/person-link'
import { DateText } from '#ui/base/values'
import { ListPage } from '#ui/list/list-page'
import type { FilterOf } from '#ui/list/list-types'
import { useMessageSelected } from '#ui/list/message-link'
import { texts as common } from '../../../ui/list/resource-texts.ts'
import { texts as people } from '../texts.ts'
import { texts } from './texts.ts'
import { type Claim, type TitleAct, TitleDecision } from './title-decision.tsx'
import classes from './titles.module.css'

interface Work {
  readonly act: TitleAct
  readonly rows: readonly TitleToConfirm[]
  readonly clear?: () => void
}

const filters: readonly FilterOf<typeof titleClaimRoutes.listTitlesToConfirm>[] = [
  ...CHURCH_LEVELS.map(
    (level) =>
      ({
        kind: 'pick',
        key: `${level}_id`,
        label: text(people, level),
        route: organisationRoutes.pickChurchUnits,
        query: { level },
      }) as const,
  ),
  { kind: 'pick', key: 'title_id', label: text(people, 'title'), route: organisationRoutes.pickTitles },
  {
    kind: 'pick',
    key: 'designation_id',
    label: text(people, 'designation'),
    route: organisationRoutes.pickDesignations,
  },
]

const claimed = ({ title, designation }: Pick<TitleToConfirm, 'title' | 'designation'>) =>
  [title?.name, designation?.name].filter(Boolean).join(', ')

const claimOf = ({ _id, name, user_id, spouse_of, title, designation }: TitleToConfirm): Claim => ({
  name,
  titles: claimed({ title, designation }),
  user_id,
  ...(spouse_of === null ? {} : { spouse_id: _id }),
  ...(title ? { title_id: title._id } : {}),
  ...(designation ? { designation_id: designation._id } : {}),
})

function Acts({ row, onAct }: { row: TitleToConfirm; onAct: (work: Work) => void }) {
  const t = useT(texts)
  const can = useCan()
  if (!can('users.confirm_titles', row.user_id)) return null
  return (
    <span className={classes.acts}>
      <Button size="compact-sm" variant="default" onClick={() => onAct({ act: 'confirm', rows: [row] })}>
        {t('confirm')}
      </Button>
      <Button size="compact-sm" variant="subtle" color="red" onClick={() => onAct({ act: 'decline', rows: [row] })}>
        {t('decline')}
      </Button>
    </span>
  )
}

/** `/admin/titles-to-confirm`: people who claim a title or designation that the office must confirm, and spouses for whom a member claims one. */
export function TitlesToConfirmPage() {
  const t = useT(texts)
  const [work, setWork] = useState<Work>()
  const message = useMessageSelected<TitleToConfirm>(({ user_id }) => user_id)
  return (
    <>
      <ListPage
        route={titleClaimRoutes.listTitlesToConfirm}
        name="titles-to-confirm"
        exportRoute={titleClaimRoutes.exportTitlesToConfirm}
        title={text(texts, 'titles_to_confirm')}
        empty={{ title: text(texts, 'none'), hint: text(texts, 'none_hint') }}
        rowName={(row) => row.name}
        filters={filters}
        live="users.changed"
        columns={[
          {
            key: 'name',
            header: text(common, 'name'),
            links: false,
            cell: (row) => (row.spouse_of === null ? <PersonLink id={row._id} name={row.name} /> : row.name),
            sort: 'name',
          },
          {
            key: 'spouse_of',
            header: text(texts, 'spouse_of'),
            links: false,
            cell: (row) => (row.spouse_of === null ? null : <PersonLink id={row.user_id} name={row.spouse_of} />),
          },
          { key: 'title', header: text(texts, 'claims'), cell: claimed },
          { key: 'assembly', header: text(people, 'assembly'), cell: (row) => row.assembly },
          { key: 'district', header: text(people, 'district'), cell: (row) => row.district },
          { key: 'area', header: text(people, 'area'), cell: (row) => row.area, hidden: true },
          { key: 'region', header: text(people, 'region'), cell: (row) => row.region, hidden: true },
          { key: 'staff_id', header: text(people, 'staff_id'), cell: (row) => row.staff_id, hidden: true },
          {
            key: 'claimed_at',
            header: text(texts, 'since'),
            cell: (row) => (row.claimed_at ? <DateText value={row.claimed_at} weekday={false} /> : '–'),
            sort: 'claimed_at',
          },
          { key: 'acts', acts: true, header: () => '', cell: (row) => <Acts row={row} onAct={setWork} /> },
        ]}
        phone={{
          title: (row) => row.name,
          badge: claimed,
          note: (row) =>
            row.spouse_of === null
              ? (row.assembly ?? row.district ?? row.area ?? row.region)
              : t('spouse_of_person', { name: row.spouse_of }),
          acts: (row) => <Acts row={row} onAct={setWork} />,
        }}
        bulk={[
          ...message,
          {
            label: text(texts, 'confirm'),
            icon: IconCheck,
            permission: 'users.confirm_titles',
            act: (rows, clear) => setWork({ act: 'confirm', rows, clear }),
          },
          {
            label: text(texts, 'decline'),
            icon: IconX,
            permission: 'users.confirm_titles',
            act: (rows, clear) => setWork({ act: 'decline', rows, clear }),
          },
        ]}
        address={({ user_id }) => `/admin/users/${user_id}`}
      />
      {work ? (
        <TitleDecision
          act={work.act}
          claims={work.rows.map(claimOf)}
          {...(work.clear && { onDecided: work.clear })}
          onClose={() => setWork(undefined)}
        />
      ) : null}
    </>
  )
}
