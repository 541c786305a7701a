import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useT } from '#platform/i18n'
import { texts } from '../base/texts.ts'
import { useFirstField } from './first-field.tsx'
import { useLeaveQuestion } from './leave-question.tsx'

interface FormDrawerProps {
  title: ReactNode
  onClose: () => void
  children: ReactNode
}

/**
 * A drawer on the right, full screen on phones, with fields of its own. Escape, the cross and a click beside it ask
 * first if something was typed; a button that cancels calls `onClose` and does not ask.
 */
export function FormDrawer({ title, onClose, children }: FormDrawerProps) {
  const t = useT(texts)
  const phone = useMediaQuery('(max-width: 56.24em)', undefined, { getInitialValueInEffect: false })
  const attach = useFirstField(true)
  const { leave, isAsking, watched, question } = useLeaveQuestion(onClose)
  return (
    <>
      <Drawer
        opened
        onClose={leave}
        closeOnEscape={!isAsking}
        position="right"
        size={phone ? '100%' : 480}
        title={title}
        closeButtonProps={{ 'aria-label': t('close'), size: 'lg' }}
      >
        <div ref={attach} {...watched}>
          {children}
        </div>
      </Drawer>
      {question}
    </>
  )
}
