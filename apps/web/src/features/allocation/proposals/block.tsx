import { Button, Checkbox, VisuallyHidden } from '@mantine/core'
import { planRoutes, type RoomPlan } from '@shiloh/contract/allocation/plans'
import { formatCount, formatList } from '@shiloh/contract/text/format'
import { IconChevronDown, IconChevronRight, IconCircleCheck } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { call } from '#platform/api'
import { useLanguage, useT } from '#platform/i18n'
import { keyOf } from '#platform/queries'
import { useBedReasons } from '#ui/base/bed-reasons'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { type Choice, countTicked, isTicked, linesOf, type PlanLine, tick, tickBlock } from './choice.ts'
import classes from './proposal.module.css'
import { texts } from './texts.ts'
import { useReasons } from './words.ts'

const letterOf = (bed: number): string => String.fromCharCode(64 + bed)

interface BlockProps {
  planId: string
  block: RoomPlan['blocks'][number]
  /** Rows can be ticked and accepted. */
  isOpen: boolean
  canUndo: boolean
  isBusy: boolean
  startsOpen: boolean
  choice: Choice
  onChoose: (choice: Choice) => void
  onAccept: () => void
  onUndo: () => void
  /** Takes back the places of these people. */
  onUndoSome: (ids: readonly string[]) => void
}

/** A block of a plan: how many people, what was accepted, and who sleeps where if it is unfolded. */
export function Block(props: BlockProps) {
  const { block, isOpen, canUndo, isBusy, startsOpen, choice, onAccept, onUndo } = props
  const t = useT(texts)
  const language = useLanguage()
  const id = useId()
  const [isUnfolded, unfold] = useState(startsOpen)
  const { proposed, there, elsewhere, accepted, undoable, undone, refused, rooms } = block
  const ticked = countTicked(choice, block)
  const shown = (count: number) => formatCount(count, language)
  const Chevron = isUnfolded ? IconChevronDown : IconChevronRight
  return (
    <section className={classes.block} aria-labelledby={id}>
      <header>
        <h2 id={id}>
          <button type="button" aria-expanded={isUnfolded} onClick={() => unfold(!isUnfolded)}>
            <Chevron size={18} aria-hidden />
            {block.block}
          </button>
        </h2>
        <span className="small dim">
          {t('block_size', { people: proposed + there + elsewhere + accepted + undone, rooms })}
        </span>
        <span className={classes.blockState} aria-live="polite">
          {accepted > 0 ? (
            <span className={classes.done}>
              <IconCircleCheck size={16} aria-hidden />
              {t('accepted', { count: shown(accepted) })}
            </span>
          ) : null}
          {there > 0 ? <span className="dim">{t('there', { count: shown(there) })}</span> : null}
          {undone > 0 ? <span className="dim">{t('taken_back', { count: shown(undone) })}</span> : null}
          {refused > 0 ? <span className={classes.warn}>{t('refused', { count: refused })}</span> : null}
          {isOpen && ticked < proposed ? (
            <span className="dim">{t('not_ticked', { count: shown(proposed - ticked) })}</span>
          ) : null}
        </span>
        {canUndo && undoable > 0 ? (
          <Button variant="subtle" disabled={isBusy} aria-label={t('undo_in', { block: block.block })} onClick={onUndo}>
            {t('undo')}
          </Button>
        ) : null}
        {isOpen && proposed > 0 && ticked > 0 ? (
          <Button
            variant="default"
            disabled={isBusy}
            aria-label={t('accept_in', { count: shown(ticked), block: block.block })}
            onClick={onAccept}
          >
            {t('accept', { count: shown(ticked) })}
          </Button>
        ) : null}
      </header>
      {isUnfolded ? <Rows {...props} ticked={ticked} /> : null}
    </section>
  )
}

function Rows({
  planId,
  block,
  isOpen,
  canUndo,
  isBusy,
  choice,
  onChoose,
  onUndoSome,
  ticked,
}: BlockProps & { ticked: number }) {
  const t = useT(texts)
  const blockId = block.event_block_id
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...keyOf(planRoutes.listPlanPlaces), planId, blockId],
    queryFn: ({ signal, pageParam }) =>
      call(planRoutes.listPlanPlaces, {
        params: { id: planId },
        query: { event_block_id: blockId, page: pageParam },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (_last, pages) => {
      const loaded = pages.reduce((sum, { rows }) => sum + rows.length, 0)
      return loaded < (pages[0]?.total ?? 0) ? pages.length + 1 : undefined
    },
  })
  if (error && !data) return <LoadFailed message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Scaffold kind="list" rows={6} />
  const rows = data.pages.flatMap((page) => page.rows)
  const left = (data.pages[0]?.total ?? 0) - rows.length
  const canTick = isOpen && block.proposed > 0
  return (
    <>
      <table className={classes.rows}>
        <thead>
          <tr>
            <th scope="col">
              {canTick ? (
                <Checkbox
                  aria-label={t('tick_all', { block: block.block })}
                  checked={ticked === block.proposed}
                  indeterminate={ticked > 0 && ticked < block.proposed}
                  onChange={() => onChoose(tickBlock(choice, blockId, ticked < block.proposed))}
                />
              ) : (
                <VisuallyHidden>{t('tick')}</VisuallyHidden>
              )}
            </th>
            <th scope="col">{t('who')}</th>
            <th scope="col">{t('where')}</th>
            <th scope="col">{t('why')}</th>
          </tr>
        </thead>
        <tbody>
          {linesOf(rows).map((line) => (
            <Line
              key={line.key}
              block={block.block}
              line={line}
              canTick={isOpen}
              ticked={line.ids.every((id) => isTicked(choice, blockId, id))}
              onTick={(on) => onChoose(tick(choice, blockId, line.ids, on))}
              onUndo={canUndo && line.row.undoable && !isBusy ? () => onUndoSome(line.ids) : undefined}
            />
          ))}
        </tbody>
      </table>
      {hasNextPage ? (
        <Button
          variant="subtle"
          className={classes.more ?? ''}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('more', { count: left, block: block.block })}
        </Button>
      ) : null}
    </>
  )
}

interface LineProps {
  /** The name of the block. */
  block: string
  line: PlanLine
  canTick: boolean
  ticked: boolean
  onTick: (on: boolean) => void
  /** Absent: there is nothing to take back, or not now. */
  onUndo: (() => void) | undefined
}

function Line({ block, line: { names, types, beds, row }, canTick, ticked, onTick, onUndo }: LineProps) {
  const t = useT(texts)
  const language = useLanguage()
  const { ofPlace } = useReasons()
  const reasonsOf = useBedReasons()
  const who = formatList(names, language)
  const isWaiting = row.state === 'proposed'
  const isMoved = row.state === 'accepted' && row.now_in !== null && row.now_in !== `${block} ${row.room}`
  return (
    <tr
      data-off={(isWaiting && canTick && !ticked) || row.state === 'undone' || row.state === 'elsewhere' || undefined}
    >
      <td>
        {isWaiting && canTick ? (
          <Checkbox
            aria-label={t('tick_one', { names: who })}
            checked={ticked}
            onChange={(event) => onTick(event.currentTarget.checked)}
          />
        ) : row.state === 'accepted' ? (
          <IconCircleCheck size={18} role="img" aria-label={t('is_accepted')} className={classes.done} />
        ) : row.state === 'there' ? (
          <IconCircleCheck size={18} aria-hidden className="dim" />
        ) : null}
      </td>
      <td>
        <Link to="/admin/reservations/$id" params={{ id: row.reservation_id }}>
          {who}
        </Link>
        <span className="small dim">{formatList(types, language)}</span>
      </td>
      <td>
        <span className={classes.room}>{row.room}</span>{' '}
        <span className={classes.letters}>{beds.map(letterOf).join(' ')}</span>
      </td>
      <td>
        {ofPlace(row)}
        {row.state === 'there' ? <span className="small dim">{t('is_there')}</span> : null}
        {row.state === 'elsewhere' || isMoved ? (
          <span className="small dim">{t('is_elsewhere', { room: row.now_in ?? '' })}</span>
        ) : null}
        {row.state === 'undone' ? <span className="small dim">{t('is_undone')}</span> : null}
        {row.refusal === null ? null : (
          <span className={classes.warn}>{reasonsOf(row.refusal_reasons) || row.refusal}</span>
        )}
        {onUndo ? (
          <button type="button" className={classes.undoOne} aria-label={t('undo_one', { names: who })} onClick={onUndo}>
            {t('undo')}
          </button>
        ) : null}
      </td>
    </tr>
  )
}
