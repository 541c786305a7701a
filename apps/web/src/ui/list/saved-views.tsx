import { ActionIcon, Button, Checkbox, Group, Menu, TextInput } from '@mantine/core'
import { MOST_COUNTED, type SavedView, SHARE_VIEWS, savedViewRoutes } from '@shiloh/contract/saved-views'
import { IconBookmarkPlus, IconDots, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useCan } from '#platform/account'
import { useT } from '#platform/i18n'
import type { ListSearch } from '#platform/list-search'
import { queryOf, useAct } from '#platform/queries'
import { ConfirmDialog } from '../feedback/error-dialog.tsx'
import { toastDone } from '../feedback/toast.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { texts as formTexts } from '../form/form-texts.ts'
import classes from './list.module.css'
import { Losing, useUses } from './used-by.tsx'
import { texts } from './view-texts.ts'

type Query = Readonly<Record<string, string>>

interface SavedViewsProps {
  /** The name of the list. */
  list: string
  /** The id of the view in the address. */
  current: string | undefined
  /** What is shown now: search, sort and filters as in the address. */
  query: Query
  /** The shown columns, or undefined for those of the list. */
  columns: readonly string[] | undefined
  /** Names of the parts of an address that a view can have. */
  parts: readonly string[]
  /** The id of the event that the list is narrowed to beside its views. */
  event: string | undefined
  /** The address says nothing yet. */
  isPlain: boolean
  onAddress: (address: ListSearch) => void
  onColumns: (columns: readonly string[] | undefined) => void
}

const isSame = (a: Query, b: Query): boolean =>
  JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort())
const sameColumns = (a: readonly string[] | null, b: readonly string[] | undefined): boolean =>
  JSON.stringify([...(a ?? [])].sort()) === JSON.stringify([...(b ?? [])].sort())

/** The views of a list as tabs: its filter, order and columns under a name, own ones and those for everybody. */
export function SavedViews(props: SavedViewsProps) {
  const { list, current, query, columns, parts, event, isPlain, onAddress, onColumns } = props
  const t = useT(texts)
  const can = useCan()
  const result = useQuery(queryOf(savedViewRoutes.listViews, { query: { list } }))
  const countedOf = { list, ...(event && { event_id: event }) }
  const stale = [savedViewRoutes.listViews, savedViewRoutes.countViews]
  const change = useAct(savedViewRoutes.changeView, stale)
  const remove = useAct(savedViewRoutes.removeView, stale)
  const restore = useAct(savedViewRoutes.saveView, stale)
  const openWith = useAct(savedViewRoutes.openWith, stale)
  const [naming, setNaming] = useState<SavedView | 'new'>()
  const [removing, setRemoving] = useState<SavedView>()
  const uses = useUses(savedViewRoutes.removeView, removing?.shared ? [removing._id] : [])
  const line = useRef<HTMLDivElement>(null)
  // A view that was saved with an event shows the current one.
  const views = (result.data ?? []).map((view) => {
    const { event_id: saved, ...query } = view.query
    return parts.includes('event_id') || saved === undefined ? view : { ...view, query }
  })
  const shown = views.find(({ _id }) => _id === current)
  const counted = useQuery({ ...queryOf(savedViewRoutes.countViews, { query: countedOf }), enabled: views.length > 0 })
  const isChanged = shown !== undefined && !(isSame(shown.query, query) && sameColumns(shown.columns, columns))

  const open = (view: SavedView | undefined) => {
    const cleared = Object.fromEntries(parts.map((part) => [part, undefined]))
    onColumns(view?.columns ?? undefined)
    onAddress({ ...cleared, ...view?.query, view: view?._id })
  }
  const first = views.find(({ opens }) => opens)
  const started = useRef(false)
  // Once, and only where the address asks for nothing: a link to a filter shows that filter.
  useEffect(() => {
    if (started.current || !result.data) return
    started.current = true
    if (isPlain && first) open(first)
  })
  useEffect(() => {
    if (current) line.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])

  const canSave = Object.keys(query).length > 0 || columns !== undefined
  const countOf = (view: SavedView | undefined) => {
    const found = view && counted.data?.find(({ _id }) => _id === view._id)
    if (!found) return null
    const { count } = found
    return <span className={`num ${classes.viewCount}`}>{count > MOST_COUNTED ? `${MOST_COUNTED}+` : count}</span>
  }
  const tab = (view: SavedView | undefined) => (
    <button
      key={view?._id ?? ''}
      type="button"
      aria-current={shown?._id === view?._id ? 'true' : undefined}
      onClick={() => open(view)}
    >
      {view ? view.name : t('all')}
      {view?.shared ? <IconUsers size={15} aria-label={t('for_all')} /> : null}
      {countOf(view)}
    </button>
  )
  return (
    <div className={classes.views} data-no-print>
      <nav ref={line} className={classes.viewTabs} aria-label={t('views')}>
        {[undefined, ...views].map(tab)}
      </nav>
      <div className={classes.viewActs}>
        {isChanged ? (
          <>
            <span role="status">{t('changed')}</span>
            {shown.editable ? (
              <Button
                variant="subtle"
                size="compact-sm"
                loading={change.isPending}
                onClick={() =>
                  change.mutate(
                    { params: { id: shown._id }, body: { query, columns: columns ? [...columns] : null } },
                    { onSuccess: () => toastDone({ message: t('saved') }) },
                  )
                }
              >
                {t('save')}
              </Button>
            ) : null}
          </>
        ) : null}
        {canSave && (isChanged || !shown) ? (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconBookmarkPlus size={16} />}
            onClick={() => setNaming('new')}
          >
            {t('new_view')}
          </Button>
        ) : null}
        {shown ? (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon size={32} aria-label={t('more')}>
                <IconDots size={18} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                onClick={() =>
                  openWith.mutate(
                    { body: { list, view_id: shown.opens ? null : shown._id } },
                    { onSuccess: () => toastDone({ message: t(shown.opens ? 'opens_plain' : 'opens') }) },
                  )
                }
              >
                {t(shown.opens ? 'open_plain' : 'open_with')}
              </Menu.Item>
              {shown.editable ? (
                <>
                  <Menu.Item onClick={() => setNaming(shown)}>{t('rename')}</Menu.Item>
                  <Menu.Item onClick={() => setRemoving(shown)}>{t('remove')}</Menu.Item>
                </>
              ) : null}
            </Menu.Dropdown>
          </Menu>
        ) : null}
      </div>
      {naming ? (
        <NameDialog
          list={list}
          view={naming === 'new' ? undefined : naming}
          query={query}
          columns={columns}
          mayShare={can(SHARE_VIEWS)}
          onDone={(view) => {
            setNaming(undefined)
            if (view && naming === 'new') onAddress({ view: view._id })
          }}
        />
      ) : null}
      <ConfirmDialog
        opened={removing !== undefined}
        danger
        busy={remove.isPending || !uses}
        title={t('remove_question', { name: removing?.name ?? '' })}
        action={t('remove')}
        onClose={() => setRemoving(undefined)}
        onConfirm={() =>
          removing &&
          remove.mutate(
            { params: { id: removing._id } },
            {
              onSuccess: () => {
                const { name, shared, query, columns } = removing
                toastDone({
                  message: t('removed'),
                  undo: {
                    label: t('undo'),
                    act: () => restore.mutate({ body: { list, name, shared, query, columns } }),
                  },
                })
                setRemoving(undefined)
                open(undefined)
              },
            },
          )
        }
      >
        <p>{t(removing?.shared ? 'remove_shared_text' : 'remove_text')}</p>
        <Losing uses={uses?.[0] ?? []} />
      </ConfirmDialog>
    </div>
  )
}

interface NameDialogProps {
  list: string
  /** The view that is renamed. */
  view: SavedView | undefined
  query: Query
  columns: readonly string[] | undefined
  mayShare: boolean
  onDone: (view?: SavedView) => void
}

function NameDialog({ list, view, query, columns, mayShare, onDone }: NameDialogProps) {
  const t = useT(texts)
  const say = useT(formTexts)
  const stale = [savedViewRoutes.listViews]
  const save = useAct(savedViewRoutes.saveView, stale)
  const change = useAct(savedViewRoutes.changeView, stale)
  const [name, setName] = useState(view?.name ?? '')
  const [shared, setShared] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const onSuccess = ({ data }: { data: SavedView }) => {
      toastDone({ message: t('saved') })
      onDone(data)
    }
    if (view) change.mutate({ params: { id: view._id }, body: { name } }, { onSuccess })
    else save.mutate({ body: { list, name, shared, query, columns: columns ? [...columns] : null } }, { onSuccess })
  }
  return (
    <FormDialog onClose={() => onDone()} title={t(view ? 'rename_question' : 'save_question')}>
      <form className={classes.range} onSubmit={submit}>
        <TextInput
          label={t('name')}
          value={name}
          maxLength={60}
          required
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {view || !mayShare ? null : (
          <Checkbox
            label={t('shared')}
            description={t('shared_hint')}
            checked={shared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onDone()}>
            {say('cancel')}
          </Button>
          <Button type="submit" disabled={name.trim() === ''} loading={save.isPending || change.isPending}>
            {t(view ? 'rename' : 'save_view')}
          </Button>
        </Group>
      </form>
    </FormDialog>
  )
}
