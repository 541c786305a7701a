import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('member/blog', {
  activities: 'Activities & Events',
  blogs: 'Blogs',
  post: 'Blog post',
  search: 'Search posts',
  none: 'No posts yet',
  none_hint: 'News and encouragement will appear here.',
  none_found: 'No post matches “{search}”',
  show_all: 'Show all',
  by: 'By {author}',
  comment_count: '{count, plural, =0 {No comments} one {# comment} other {# comments}}',
  comments: 'Comments',
  you: 'You',
  your_comment: 'Your comment',
  send: 'Post comment',
  sent: 'Your comment has been published.',
  first: 'Nobody has commented yet.',
  more: 'More to read',
})
