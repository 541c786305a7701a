import { ActionIcon, Button, Menu, Modal } from '@mantine/core'
import { CHURCH_LEVELS, type ChurchTreeRow, organisationRoutes } from '@shiloh/contract/organisation'
import { IconChevronRight, IconDots } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type DragEvent, type KeyboardEvent, lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { useCan } from '#platform/account'
import { useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { toastDone } from '#ui/feedback/toast'
import { FormDialog } from '#ui/form/form-dialog'
import { PickSelect } from '#ui/form/pick-select'
import { SearchField } from '#ui/list/search-field'
import classes from './church-tree.module.css'
import { texts } from './texts.ts'

const UnitForm = lazy(() => import('./unit-form.tsx').then(({ UnitForm: form }) => ({ default: form })))

const stale = [
  organisationRoutes.readChurchTree,
  organisationRoutes.listChurchUnits,
  organisationRoutes.pickChurchUnits,
]

interface Target {
  readonly _id: string
  readonly name: string
}

const depthOf = ({ level }: Pick<ChurchTreeRow, 'level'>): number => CHURCH_LEVELS.indexOf(level)

/** Whether a unit can be moved below another one. The server decides in the end. */
const fits = (unit: ChurchTreeRow, parent: ChurchTreeRow): boolean =>
  unit.parent_id !== null && unit.parent_id !== parent._id && depthOf(parent) < depthOf(unit)

interface TreeProps {
  /** The open units. */
  open: ReadonlySet<string>
  /** The unit that is being dragged. */
  dragged: ChurchTreeRow | undefined
  mayMove: boolean
  mayAdd: boolean
  /** The unit that the tab key reaches. */
  current: string | undefined
  onFocus: (id: string) => void
  /** Rows of a search, by their parent. They replace what would be loaded. */
  found: ReadonlyMap<string, readonly ChurchTreeRow[]> | undefined
  onToggle: (id: string) => void
  onMove: (unit: ChurchTreeRow) => void
  onAdd: (unit: ChurchTreeRow) => void
  onRename: (unit: ChurchTreeRow) => void
  onDrag: (unit: ChurchTreeRow | undefined) => void
  onDrop: (unit: ChurchTreeRow, parent: Target) => void
}

/** "3 districts": what is directly below, what is below at any depth, and the people. */
function useCounts(): (row: ChurchTreeRow) => string {
  const t = useT(texts)
  return ({ level, children, assemblies, people }) =>
    [
      level === 'assembly' ? '' : t('count_below', { count: children }),
      level === 'assembly' || level === 'district' ? '' : t('count_assemblies', { count: assemblies }),
      t('count_people', { count: people }),
    ]
      .filter((part) => part !== '')
      .join(' · ')
}

function Item({ row, depth, ...tree }: TreeProps & { row: ChurchTreeRow; depth: number }) {
  const t = useT(texts)
  const counts = useCounts()
  const [isOver, setIsOver] = useState(false)
  const { open, dragged, mayMove, mayAdd, current, found, onFocus, onToggle, onMove, onAdd, onRename } = tree
  const { onDrag, onDrop } = tree
  const isOpen = open.has(row._id)
  const hasChildren = row.children > 0
  const takes = dragged !== undefined && fits(dragged, row)
  const acts = [
    { key: 'n', label: t('add_below'), act: onAdd, may: mayAdd && row.level !== 'assembly' },
    { key: 'F2', label: t('rename'), act: onRename, may: mayMove },
    { key: 'm', label: t('move_to'), act: onMove, may: mayMove && row.parent_id !== null },
  ].filter(({ may }) => may)
  const canMove = mayMove && row.parent_id !== null
  return (
    <div
      role="treeitem"
      aria-level={depth}
      aria-expanded={hasChildren ? isOpen : undefined}
      aria-label={`${row.name}, ${t(`level_${row.level}`)}, ${counts(row)}`}
      aria-selected={false}
      tabIndex={current === row._id ? 0 : -1}
      onFocus={({ target, currentTarget }) => target === currentTarget && onFocus(row._id)}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
        const pressed = acts.find(({ key }) => key.toLowerCase() === event.key.toLowerCase())
        if (!pressed) return
        event.preventDefault()
        event.stopPropagation()
        pressed.act(row)
      }}
      data-id={row._id}
      data-open={isOpen || undefined}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keyboard works on the item around it */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the same */}
      <div
        className={classes.row}
        style={{ paddingLeft: `${(depth - 1) * 22 + 8}px` }}
        draggable={canMove}
        data-found={row.found || undefined}
        data-over={(isOver && takes) || undefined}
        onClick={() => hasChildren && onToggle(row._id)}
        onDragStart={(event: DragEvent) => {
          event.dataTransfer.setData('text/plain', row.name)
          event.dataTransfer.effectAllowed = 'move'
          onDrag(row)
        }}
        onDragEnd={() => onDrag(undefined)}
        onDragOver={(event) => {
          if (!takes) return
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setIsOver(false)
          if (dragged && takes) onDrop(dragged, row)
        }}
      >
        <IconChevronRight
          size={16}
          stroke={1.75}
          aria-hidden
          className={classes.chevron}
          data-none={!hasChildren || undefined}
        />
        <span className={classes.name}>
          <b>{row.name}</b>
          <span className="dim small">
            {t(`level_${row.level}`)}
            {row.code ? ` ${row.code}` : ''}
          </span>
        </span>
        <span className={`dim small num ${classes.counts}`}>{counts(row)}</span>
        {acts.length > 0 ? (
          // biome-ignore lint/a11y/noStaticElementInteractions: keeps clicks of the menu from opening the unit
          // biome-ignore lint/a11y/useKeyWithClickEvents: the same
          <span className={classes.menu} onClick={(event) => event.stopPropagation()}>
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon variant="subtle" color="gray" tabIndex={-1} aria-label={t('acts', { name: row.name })}>
                  <IconDots size={18} aria-hidden />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                {acts.map(({ key, label, act }) => (
                  <Menu.Item key={key} rightSection={<kbd>{key.toUpperCase()}</kbd>} onClick={() => act(row)}>
                    {label}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          </span>
        ) : null}
      </div>
      {isOpen ? <Branch parentId={row._id} depth={depth + 1} rows={found?.get(row._id)} {...tree} /> : null}
    </div>
  )
}

/** The units below a parent, loaded when it opens. */
function Branch({
  parentId,
  depth,
  rows,
  ...tree
}: TreeProps & { parentId: string; depth: number; rows: readonly ChurchTreeRow[] | undefined }) {
  const { data, error, refetch } = useQuery({
    ...queryOf(organisationRoutes.readChurchTree, { query: { parent_id: parentId } }),
    enabled: rows === undefined,
  })
  const shown = rows ?? data
  if (shown === undefined)
    return error ? (
      <LoadFailed message={error.message} onRetry={() => void refetch()} />
    ) : (
      <Scaffold kind="list" rows={2} />
    )
  return (
    // biome-ignore lint/a11y/useSemanticElements: the pattern of a tree
    <div role="group">
      {shown.map((row) => (
        <Item key={row._id} row={row} depth={depth} {...tree} />
      ))}
    </div>
  )
}

/** Asks where a unit goes: for the keyboard and for phones. */
function MoveDialog({
  unit,
  onChosen,
  onClose,
}: {
  unit: ChurchTreeRow
  onChosen: (parent: Target) => void
  onClose: () => void
}) {
  const t = useT(texts)
  const [parent, setParent] = useState<Target>()
  const level = CHURCH_LEVELS[depthOf(unit) - 1]
  return (
    <FormDialog onClose={onClose} title={t('move_question', { name: unit.name })}>
      <PickSelect
        label={t('parent')}
        data-autofocus
        route={organisationRoutes.pickChurchUnits}
        query={level ? { level } : {}}
        value={parent?._id ?? null}
        onChange={setParent}
      />
      <div className={classes.acts}>
        <Button variant="subtle" color="gray" onClick={onClose}>
          {t('keep')}
        </Button>
        <Button disabled={!parent || parent._id === unit.parent_id} onClick={() => parent && onChosen(parent)}>
          {t('continue')}
        </Button>
      </div>
    </FormDialog>
  )
}

/** Says who and what a move affects, and asks. */
function MoveConfirm({
  unit,
  parent,
  busy,
  onConfirm,
  onClose,
}: {
  unit: ChurchTreeRow
  parent: Target
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}) {
  const t = useT(texts)
  const { data, error, refetch } = useQuery({
    ...queryOf(organisationRoutes.readChurchMove, { params: { id: unit._id }, query: { parent_id: parent._id } }),
    staleTime: 0,
    placeholderData: undefined,
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('move_confirm', { name: unit.name, parent: parent.name })}
      closeButtonProps={{ 'aria-label': t('keep') }}
    >
      {data ? (
        <>
          <p>
            {data.people === 0
              ? t('move_nobody', { assemblies: unit.level === 'assembly' ? 0 : data.assemblies })
              : t('move_consequence', { assemblies: data.assemblies, count: data.people })}
          </p>
          {data.reservations > 0 ? <p>{t('move_reservations', { count: data.reservations })}</p> : null}
          {data.people > 0 ? <p>{t('move_past')}</p> : null}
          {data.reports.length > 0 ? <p>{t('move_reports', { names: data.reports.join(', ') })}</p> : null}
        </>
      ) : error ? (
        <LoadFailed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Scaffold kind="list" rows={2} />
      )}
      <div className={classes.acts}>
        <Button variant="subtle" color="gray" onClick={onClose}>
          {t('keep')}
        </Button>
        <Button data-autofocus data-saves disabled={!data} loading={busy} onClick={onConfirm}>
          {t('move', { name: unit.name })}
        </Button>
      </div>
    </Modal>
  )
}

/**
 * The church map as a tree: opens level by level, is searched; units are added,
 * renamed, and moved by dragging or by a dialog.
 *
 * @param search what it is searched for at first
 */
export function ChurchTree({ search = '', empty }: { search?: string; empty: ReactNode }) {
  const t = useT(texts)
  const can = useCan()
  const mayMove = can('church_map.update')
  const mayAdd = can('church_map.create')
  const [words, setWords] = useState(search)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  /** Units that were closed, or opened, by hand while a search shows its paths. */
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const [focused, setFocused] = useState<string>()
  const [dragged, setDragged] = useState<ChurchTreeRow>()
  const [choosing, setChoosing] = useState<ChurchTreeRow>()
  const [form, setForm] = useState<{ unit: ChurchTreeRow | undefined; renames: boolean }>()
  const [moving, setMoving] = useState<{ unit: ChurchTreeRow; parent: Target }>()
  const root = useRef<HTMLDivElement>(null)
  const move = useAct(organisationRoutes.moveChurchUnit, stale)
  const { data, error, refetch, isPlaceholderData } = useQuery(
    queryOf(organisationRoutes.readChurchTree, { query: words === '' ? {} : { search: words } }),
  )

  const found =
    words === '' || !data
      ? undefined
      : new Map(
          data
            .map(({ _id }) => _id)
            .flatMap((id) => {
              const rows = data.filter(({ parent_id }) => parent_id === id)
              return rows.length > 0 ? [[id, rows] as const] : []
            }),
        )
  const known = new Set(data?.map(({ _id }) => _id))
  const top = words === '' ? data : data?.filter(({ parent_id }) => parent_id === null || !known.has(parent_id))
  const opened = found
    ? new Set([...found.keys()].filter((id) => !turned.has(id)).concat([...turned].filter((id) => !found.has(id))))
    : open
  const flip = (ids: ReadonlySet<string>, id: string) => {
    const next = new Set(ids)
    if (!next.delete(id)) next.add(id)
    return next
  }
  const toggle = (id: string) => (found ? setTurned(flip(turned, id)) : setOpen(flip(open, id)))

  const put = async (unit: ChurchTreeRow, parent: Target) => {
    try {
      const answer = await move.mutateAsync({ params: { id: unit._id }, body: { parent_id: parent._id } })
      setMoving(undefined)
      const back = unit.parent_id
      toastDone({
        message: t('moved', { name: unit.name, parent: answer.data.parent_name ?? parent.name }),
        ...(back !== null && {
          undo: {
            label: t('undo'),
            act: () =>
              void move
                .mutateAsync({ params: { id: unit._id }, body: { parent_id: back, was: parent._id } })
                .catch(() => undefined),
          },
        }),
      })
    } catch {
      // The act shows the failure.
      setMoving(undefined)
    }
  }

  /** Shows where a new unit is: its parents are open, and a search that would hide it ends. */
  const onAdded = (unit: ChurchTreeRow | undefined, id: string) => {
    const path = new Set(open)
    for (let at = unit; at; at = data?.find(({ _id }) => _id === at?.parent_id)) path.add(at._id)
    setOpen(path)
    setWords('')
    setTurned(new Set())
    setFocused(id)
  }

  const items = () => [...(root.current?.querySelectorAll<HTMLElement>('[role="treeitem"]') ?? [])]
  /** Arrow keys, Home, End, Enter: the pattern of a tree. */
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const { target, key } = event
    if (!(target instanceof HTMLElement) || target.getAttribute('role') !== 'treeitem') return
    const all = items()
    const at = all.indexOf(target)
    const id = target.dataset.id ?? ''
    const isClosed = target.getAttribute('aria-expanded') === 'false'
    const isOpen = target.getAttribute('aria-expanded') === 'true'
    const turns = key === 'Enter' || key === ' '
    const next =
      key === 'ArrowDown' || (key === 'ArrowRight' && isOpen)
        ? all[at + 1]
        : key === 'ArrowUp'
          ? all[at - 1]
          : key === 'ArrowLeft' && !isOpen
            ? target.parentElement?.closest<HTMLElement>('[role="treeitem"]')
            : key === 'Home'
              ? all[0]
              : key === 'End'
                ? all.at(-1)
                : undefined
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (next) next.focus()
    else if ((isClosed && (turns || key === 'ArrowRight')) || (isOpen && (turns || key === 'ArrowLeft'))) toggle(id)
    else if (!turns && !key.startsWith('Arrow')) return
    event.preventDefault()
    event.stopPropagation()
  }

  const tree: TreeProps = {
    open: opened,
    dragged,
    mayMove,
    mayAdd,
    current: focused ?? top?.[0]?._id,
    found,
    onFocus: setFocused,
    onToggle: toggle,
    onMove: setChoosing,
    onAdd: (unit) => setForm({ unit, renames: false }),
    onRename: (unit) => setForm({ unit, renames: true }),
    onDrag: setDragged,
    onDrop: (unit, parent) => {
      setDragged(undefined)
      setMoving({ unit, parent })
    },
  }
  return (
    <div className={classes.tree}>
      <div className={classes.head}>
        <SearchField
          label={t('search_units')}
          words={words}
          onSearch={(next) => {
            setWords(next.trim())
            setTurned(new Set())
            setFocused(undefined)
          }}
        />
        {mayAdd ? (
          <Button onClick={() => setForm({ unit: undefined, renames: false })}>{t('add_region')}</Button>
        ) : null}
      </div>
      {top === undefined ? (
        error ? (
          <LoadFailed message={error.message} onRetry={() => void refetch()} />
        ) : (
          <Scaffold kind="list" rows={8} />
        )
      ) : top.length === 0 ? (
        words === '' ? (
          empty
        ) : isPlaceholderData ? null : (
          <EmptyState title={t('no_unit_found', { words })} />
        )
      ) : (
        <>
          {mayMove ? <p className={`dim small ${classes.hint}`}>{t('tree_hint')}</p> : null}
          <div ref={root} className={classes.units} role="tree" aria-label={t('church_map')} onKeyDown={onKeyDown}>
            {top.map((row) => (
              <Item key={row._id} row={row} depth={1} {...tree} />
            ))}
          </div>
        </>
      )}
      {choosing ? (
        <MoveDialog
          unit={choosing}
          onChosen={(parent) => {
            setMoving({ unit: choosing, parent })
            setChoosing(undefined)
          }}
          onClose={() => setChoosing(undefined)}
        />
      ) : null}
      {moving ? (
        <MoveConfirm
          {...moving}
          busy={move.isPending}
          onConfirm={() => void put(moving.unit, moving.parent)}
          onClose={() => setMoving(undefined)}
        />
      ) : null}
      {form ? (
        <Suspense>
          <UnitForm {...form} stale={stale} onAdded={onAdded} onDone={() => setForm(undefined)} />
        </Suspense>
      ) : null}
    </div>
  )
}
