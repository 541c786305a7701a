import { placesTwice } from '@shiloh/contract/error-data'
import { ApiError } from '#platform/client'
import { useT } from '#platform/i18n'
import { texts } from './link-texts.ts'
import classes from './spouse.module.css'

/** Returns why a link was rejected if it would give somebody two places. Undefined for any other failure. */
const twiceOf = (error: Error) =>
  error instanceof ApiError && error.code === 'reserved_twice'
    ? placesTwice.safeParse(error.data).data?.places
    : undefined

/** Why two accounts cannot be linked, with the places that somebody has twice. */
export function RefusedTwice({ error }: { error: Error }) {
  const t = useT(texts)
  return (
    <div role="alert" className={classes.twice}>
      <p>{error.message}</p>
      {twiceOf(error)?.map(({ event, name, code, other_code }) => (
        <p key={code}>{t('twice', { name, event, code, other: other_code })}</p>
      ))}
    </div>
  )
}
