import { type AuditEntry, insightRoutes } from '@shiloh/contract/insight'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { text, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { ListPage } from '#ui/list/list-page'
import { nothing } from '#ui/list/list-table'
import type { ColumnOf, FilterOf } from '#ui/list/list-types'
import classes from '../insight.module.css'
import { PersonName, When } from '../parts.tsx'
import { texts } from '../texts.ts'
import { useAuditWords } from '../words.ts'
import { ChainNote } from './chain-note.tsx'
import { EntryDrawer, titleOf } from './entry-drawer.tsx'
import { ObjectLink } from './object-link.tsx'

function useColumns(): readonly ColumnOf<typeof insightRoutes.listAuditTrail>[] {
  const t = useT(texts)
  const { ofAction, ofThing, ofField } = useAuditWords()
  return useMemo(
    () => [
      { key: 'at', header: text(texts, 'when'), sort: 'at', cell: (row) => <When value={row.at} /> },
      {
        key: 'actor',
        exported: ['person'],
        header: text(texts, 'who'),
        cell: (row) => (row.actor ? <PersonName of={row.actor} /> : <span className="dim">{t('nobody')}</span>),
      },
      { key: 'action', header: text(texts, 'action'), cell: (row) => ofAction(row.action) },
      { key: 'resource', header: text(texts, 'thing'), cell: (row) => ofThing(row.resource), yields: true },
      {
        key: 'label',
        exported: ['object'],
        header: text(texts, 'object'),
        cell: (row) => (row.label === null ? nothing : <ObjectLink entry={row} />),
      },
      {
        key: 'changes',
        exported: ['before', 'after'],
        header: text(texts, 'changes'),
        cell: (row) =>
          row.changes.length > 0 ? (
            <span className={classes.changes}>{row.changes.map(ofField).join(', ')}</span>
          ) : (
            nothing
          ),
      },
      {
        key: 'ip',
        exported: ['address'],
        header: text(texts, 'address'),
        cell: (row) => row.ip || nothing,
        hidden: true,
      },
      {
        key: 'object_id',
        header: text(texts, 'object_id'),
        cell: (row) => row.object_id ?? nothing,
        hidden: true,
      },
      {
        key: 'request_id',
        exported: ['request'],
        header: text(texts, 'request'),
        cell: (row) => row.request_id || nothing,
        hidden: true,
      },
    ],
    [t, ofAction, ofThing, ofField],
  )
}

/** Returns filters with the actions and resources that occur in the trail. */
function useFilters(): readonly FilterOf<typeof insightRoutes.listAuditTrail>[] {
  const { ofAction, ofThing } = useAuditWords()
  const { data } = useQuery(queryOf(insightRoutes.readAuditFacets))
  const choices = (names: readonly string[] | undefined, word: (name: string) => string) =>
    (names ?? []).map((value) => ({ value, label: () => word(value) }))
  return [
    { kind: 'pick', key: 'actor_id', label: text(texts, 'who'), route: insightRoutes.pickAuditActors },
    { kind: 'choice', key: 'action', label: text(texts, 'action'), choices: choices(data?.actions, ofAction) },
    { kind: 'choice', key: 'resource', label: text(texts, 'thing'), choices: choices(data?.resources, ofThing) },
    { kind: 'date', key: 'from', label: text(texts, 'from') },
    { kind: 'date', key: 'to', label: text(texts, 'to') },
    { kind: 'text', key: 'object_id', label: text(texts, 'object_id') },
  ]
}

/** `/admin/audit-trail`: actions of administrators, and sign-ins. */
export function AuditPage() {
  const t = useT(texts)
  const { ofAction, ofThing } = useAuditWords()
  const columns = useColumns()
  const filters = useFilters()
  const [opened, setOpened] = useState<AuditEntry>()
  return (
    <>
      <ListPage
        route={insightRoutes.listAuditTrail}
        name="audit-trail"
        title={text(texts, 'audit_trail')}
        columns={columns}
        filters={filters}
        rowName={(row) => t('entry_number', { number: row._id })}
        onOpen={setOpened}
        exportRoute={insightRoutes.exportAuditTrail}
        exportPermission="audit_trail.export"
        phone={{
          title: (row) => titleOf(ofAction(row.action), row, ofThing(row.resource)),
          note: (row) => row.actor?.name ?? t('nobody'),
          value: (row) => <When value={row.at} />,
        }}
        empty={{ title: text(texts, 'no_entries'), hint: text(texts, 'no_entries_hint') }}
      >
        <ChainNote />
      </ListPage>
      {opened ? <EntryDrawer key={opened._id} entry={opened} onClose={() => setOpened(undefined)} /> : null}
    </>
  )
}
