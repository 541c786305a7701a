import { useMemo } from 'react'
import { useT } from '#platform/i18n'
import { useModelWords } from '../authorization/index.ts'
import { texts } from './words-texts.ts'

/** Actions with a text. Others show their name. */
const ACTIONS = [
  'create',
  'create_many',
  'update',
  'edit',
  'delete',
  'upgrade',
  'import',
  'set_picture',
  'publish',
  'unpublish',
  'archive',
  'approve',
  'deactivate',
  'make',
  'cancel',
  'waive',
  'adminCheckIn',
  'adminCheckOut',
  'take_cash',
  'void_cash',
  'refund',
  'read_care',
  'reply',
  'hide_comment',
  'sign_in',
  'sign_in_failed',
  'second_step_failed',
  'sign_out',
  'end_session',
  'end_other_sessions',
  'end_sessions',
  'confirm_identity',
  'confirm_identity_failed',
  'refresh_reused',
  'register',
  'accept_invitation',
  'confirm_email',
  'confirm_phone',
  'change_password',
  'reset_password',
  'set_password',
  'mfa_activate',
  'mfa_deactivate',
  'mfa_renew_recovery',
  'reset_mfa',
  'remove_avatar',
  'resend_confirmation',
  'erase',
  'create_owner',
  'update_schema',
  'checkAuditChain',
  'read',
  'add_note',
  'remove_note',
  'assign_beds',
  'take_beds',
  'close_till',
  'comment',
  'confirm_titles',
  'decline_titles',
  'link_spouse',
  'unlink_spouse',
  'ask_spouses',
  'withdraw_spouse_request',
  'confirm_spouses',
  'send_again',
  'start_import',
  'undo_import',
] as const

/** Fields with a text. Others show their name. */
const FIELDS = [
  'name',
  'title',
  'code',
  'status',
  'description',
  'summary',
  'email',
  'phone',
  'first_name',
  'last_name',
  'other_names',
  'gender',
  'birth_date',
  'language',
  'country',
  'region',
  'area',
  'district',
  'assembly',
  'designation',
  'staff_id',
  'user_type',
  'is_not_member',
  'enabled',
  'dial_code',
  'rank',
  'minister',
  'price',
  'amount',
  'currency',
  'capacity',
  'places',
  'beds',
  'floor',
  'starts_at',
  'ends_at',
  'registration_opens_at',
  'registration_closes_at',
  'time_zone',
  'hold_minutes',
  'participant_types',
  'accommodations',
  'caterers',
  'products',
  'speakers',
  'activities',
  'form',
  'fields',
  'slug',
  'note',
  'reason',
  'roles',
  'permissions',
  'question',
  'answer',
  'category',
  'subject',
  'file',
  'total',
  'color',
  'idle_timeout',
  'shift_hours',
  'sign_ups_disabled',
  'method',
  'receipt_number',
  'reservation_code',
] as const

const isAction = (name: string): name is (typeof ACTIONS)[number] => ACTIONS.some((action) => action === name)
const isField = (name: string): name is (typeof FIELDS)[number] => FIELDS.some((field) => field === name)

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** Makes `checked_in_at` and `checkedInAt` readable. */
const plain = (name: string): string =>
  capital(
    name
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .replaceAll('_', ' ')
      .toLowerCase(),
  )

/** Returns the names of actions, resources and fields in the language of the page. */
export function useAuditWords() {
  const t = useT(texts)
  const { ofResource } = useModelWords()
  return useMemo(
    () => ({
      ofAction: (name: string) => (isAction(name) ? t(`did_${name}`) : plain(name)),
      ofThing: (name: string) => (name === 'sessions' ? t('thing_sessions') : capital(ofResource(name))),
      ofField: (name: string) => (isField(name) ? t(`field_${name}`) : /^[a-z_]+$/.test(name) ? plain(name) : name),
    }),
    [t, ofResource],
  )
}
