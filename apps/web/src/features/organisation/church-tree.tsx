import { Button, Modal } from '@mantine/core'
import { CHURCH_LEVELS, type ChurchTreeRow, organisationRoutes } from '@shiloh/contract/organisation'
import { IconArrowsMove, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type DragEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useCan } from '#platform/account'
import { useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { toastDone } from '#ui/feedback/toast'
import { FormDialog } from '#ui/form/form-dialog'
import { PickSelect } from '#ui/form/pick-select'
import { SearchField } from '#ui/list/member-list'
import classes from './church-tree.module.css'
import { texts } from './texts.ts'

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
  /** The unit that the tab key reaches. */
  current: string | undefined
  onFocus: (id: string) => void
  /** Rows of a search, by their parent. They replace what would be loaded. */
  found: ReadonlyMap<string, readonly ChurchTreeRow[]> | undefined
  onToggle: (id: string) => void
  onMove: (unit: ChurchTreeRow) => void
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
  const { open, dragged, mayMove, current, found, onFocus, onToggle, onMove, onDrag, onDrop } = tree
  const isOpen = open.has(row._id)
  const hasChildren = row.children > 0
  const takes = dragged !== undefined && fits(dragged, row)
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
        {canMove ? (
          <Button
            className={classes.move ?? ''}
            variant="subtle"
            size="compact-sm"
            tabIndex={-1}
            leftSection={<IconArrowsMove size={15} aria-hidden />}
            aria-label={t('move', { name: row.name })}
            onClick={(event) => {
              event.stopPropagation()
              onMove(row)
            }}
          >
            <span className={classes.moveText}>{t('move_to')}</span>
          </Button>
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

/** The church map as a tree: opens level by level, is searched, and its units are dragged or moved by a dialog. */
export function ChurchTree({ empty }: { empty: ReactNode }) {
  const t = useT(texts)
  const mayMove = useCan()('church_map.update')
  const [words, setWords] = useState('')
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  /** Units that were closed, or opened, by hand while a search shows its paths. */
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const [focused, setFocused] = useState<string>()
  const [dragged, setDragged] = useState<ChurchTreeRow>()
  const [choosing, setChoosing] = useState<ChurchTreeRow>()
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
              void move.mutateAsync({ params: { id: unit._id }, body: { parent_id: back } }).catch(() => undefined),
          },
        }),
      })
    } catch {
      // The act shows the failure.
      setMoving(undefined)
    }
  }

  const items = () => [...(root.current?.querySelectorAll<HTMLElement>('[role="treeitem"]') ?? [])]
  /** Arrow keys, Home, End, Enter: the pattern of a tree. "M" moves the unit. */
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
    else if (key.toLowerCase() === 'm') target.querySelector<HTMLElement>(':scope > div button')?.click()
    else if (!turns && !key.startsWith('Arrow')) return
    event.preventDefault()
    event.stopPropagation()
  }

  const tree: TreeProps = {
    open: opened,
    dragged,
    mayMove,
    current: focused ?? top?.[0]?._id,
    found,
    onFocus: setFocused,
    onToggle: toggle,
    onMove: setChoosing,
    onDrag: setDragged,
    onDrop: (unit, parent) => {
      setDragged(undefined)
      setMoving({ unit, parent })
    },
  }
  return (
    <div className={classes.tree}>
      <SearchField
        label={t('search_units')}
        words={words}
        onSearch={(next) => {
          setWords(next.trim())
          setTurned(new Set())
          setFocused(undefined)
        }}
      />
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
        <Modal
          opened
          onClose={() => setMoving(undefined)}
          title={t('move_confirm', { name: moving.unit.name, parent: moving.parent.name })}
          closeButtonProps={{ 'aria-label': t('keep') }}
        >
          <p>
            {moving.unit.people === 0
              ? t('move_nobody', { assemblies: moving.unit.level === 'assembly' ? 0 : moving.unit.assemblies })
              : t('move_consequence', {
                  assemblies: moving.unit.level === 'assembly' ? 1 : moving.unit.assemblies,
                  count: moving.unit.people,
                })}
          </p>
          <div className={classes.acts}>
            <Button variant="subtle" color="gray" onClick={() => setMoving(undefined)}>
              {t('keep')}
            </Button>
            <Button data-autofocus loading={move.isPending} onClick={() => void put(moving.unit, moving.parent)}>
              {t('move', { name: moving.unit.name })}
            </Button>
          </div>
        </Modal>
      ) : null}
    </div>
  )
}
