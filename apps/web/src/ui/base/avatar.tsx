import { initials } from '@shiloh/contract/events/covers'
import classes from '../shell/shell.module.css'

/** The person's image, or their initials. */
export function Avatar({ name, url }: { name: string; url: string | null }) {
  return url ? (
    <img className={classes.avatar} src={url} alt="" width={30} height={30} />
  ) : (
    <span className={classes.avatar} aria-hidden>
      {initials(name)}
    </span>
  )
}
