import { Button } from '@mantine/core'
import { IconUser } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useT } from '#platform/i18n'
import { FieldProblem } from './form.tsx'
import classes from './parts.module.css'
import { shrinkPicture } from './shrink-picture.ts'
import { texts } from './texts.ts'

interface AvatarFieldProps {
  /** The existing image. */
  url: string | null
  chosen: Blob | undefined
  onChoose: (picture: Blob | undefined) => void
  /** Removes the current image. Without it, only a newly chosen one can be removed. */
  onRemove?: () => void
}

/** A portrait. It is resized before upload, for slow networks. */
export function AvatarField({ url, chosen, onChoose, onRemove }: AvatarFieldProps) {
  const t = useT(texts)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [unreadable, setUnreadable] = useState(false)
  const [preview, setPreview] = useState<string>()
  useEffect(() => {
    if (!chosen) {
      setPreview(undefined)
      return undefined
    }
    const address = URL.createObjectURL(chosen)
    setPreview(address)
    return () => URL.revokeObjectURL(address)
  }, [chosen])
  const shown = preview ?? url
  const choose = async (file: File | undefined) => {
    if (!file) return
    try {
      onChoose(await shrinkPicture(file))
      setUnreadable(false)
    } catch {
      setUnreadable(true)
    }
  }
  return (
    <fieldset className={classes.fieldset} aria-describedby={`${id}-hint`}>
      <legend>
        {t('avatar')} <span>({t('optional')})</span>
      </legend>
      <div className={classes.avatarField}>
        <span className={classes.portrait} data-filled={shown !== null}>
          {shown ? <img src={shown} alt="" /> : <IconUser size={30} stroke={1.5} aria-hidden />}
        </span>
        <div>
          <p id={`${id}-hint`} className="dim small">
            {t('avatar_hint')}
          </p>
          <div className={classes.avatarActions}>
            <Button variant="default" onClick={() => input.current?.click()}>
              {t(shown ? 'change_picture' : 'choose_picture')}
            </Button>
            {chosen || (url && onRemove) ? (
              <Button variant="subtle" color="gray" onClick={() => (chosen ? onChoose(undefined) : onRemove?.())}>
                {t('remove_picture')}
              </Button>
            ) : null}
          </div>
        </div>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp"
        aria-label={t('avatar')}
        onChange={(event) => {
          void choose(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
      <div role="alert" className={classes.fieldsetProblem}>
        {unreadable ? <FieldProblem message={t('picture_unreadable')} /> : null}
      </div>
    </fieldset>
  )
}
