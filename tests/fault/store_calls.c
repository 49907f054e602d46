/*
 * Each wrapper counts, fails if it is its turn, else does the work. The names
 * that the linker wants are reserved ones, so they are given as labels.
 */
#include "fault/store_calls.h"

#include <string.h>

#include "store/records.h"

static struct {
    uint32_t left; /* calls until one fails; 0: none will */
    enum nj_status st;
    const char *then; /* a call to this one fails next */
    const char *failed;
} plan;

void store_calls_fail(uint32_t nth, enum nj_status st, const char *then)
{
    plan.left = nth;
    plan.st = st;
    plan.then = then;
    plan.failed = NULL;
}

const char *store_calls_failed(void)
{
    return plan.failed;
}

static enum nj_status trouble(const char *what, struct nj_err *err)
{
    if (plan.failed != NULL && plan.then != NULL &&
        strcmp(plan.then, what) == 0) {
        plan.then = NULL;
        return nj_fail(err, NJ_ERR_IO, "\"%s\" failed", what);
    }
    if (plan.left == 0 || --plan.left > 0)
        return NJ_OK;
    plan.failed = what;
    return nj_fail(err, plan.st, "\"%s\" failed", what);
}

#define WRAP(name, params, args)                             \
 enum nj_status real_##name params __asm__("__real_" #name); \
 enum nj_status wrap_##name params __asm__("__wrap_" #name); \
 enum nj_status wrap_##name params                           \
 {                                                           \
  enum nj_status st = trouble(#name, err);                   \
                                                             \
  return st != NJ_OK ? st : real_##name args;                \
 }                                                           \
 _Static_assert(sizeof(#name) > 1, "")

WRAP(nj_button_find,
     (struct nj_store * s, const char *token, struct nj_button_row *row,
      struct nj_err *err),
     (s, token, row, err));
WRAP(nj_button_forget,
     (struct nj_store * s, int64_t match, const char *chat, struct nj_err *err),
     (s, match, chat, err));
WRAP(nj_button_put,
     (struct nj_store * s, const struct nj_button_row *row, struct nj_err *err),
     (s, row, err));
WRAP(nj_button_use,
     (struct nj_store * s, const char *token, struct nj_err *err),
     (s, token, err));
WRAP(nj_card_each_open,
     (struct nj_store * s, nj_card_fn *fn, void *ctx, struct nj_err *err),
     (s, fn, ctx, err));
WRAP(nj_card_forget,
     (struct nj_store * s, int64_t match, const char *chat, struct nj_err *err),
     (s, match, chat, err));
WRAP(nj_card_put,
     (struct nj_store * s, int64_t match, const char *chat, const char *message,
      struct nj_err *err),
     (s, match, chat, message, err));
WRAP(nj_chat_move,
     (struct nj_store * s, const char *from, const char *to,
      struct nj_err *err),
     (s, from, to, err));
WRAP(nj_home_each_open,
     (struct nj_store * s, nj_home_fn *fn, void *ctx, struct nj_err *err),
     (s, fn, ctx, err));
WRAP(nj_home_put,
     (struct nj_store * s, int64_t match, uint8_t place, const char *chat,
      struct nj_err *err),
     (s, match, place, chat, err));
WRAP(nj_input_each,
     (struct nj_store * s, int64_t match, nj_input_fn *fn, void *ctx,
      struct nj_err *err),
     (s, match, fn, ctx, err));
WRAP(nj_input_insert,
     (struct nj_store * s, const struct nj_input_row *row, struct nj_err *err),
     (s, row, err));
WRAP(nj_match_each_open,
     (struct nj_store * s, nj_open_fn *fn, void *ctx, struct nj_err *err),
     (s, fn, ctx, err));
WRAP(nj_match_insert,
     (struct nj_store * s, struct nj_match_row *row, struct nj_err *err),
     (s, row, err));
WRAP(nj_match_latest_over,
     (struct nj_store * s, const char *chat, struct nj_match_row *row,
      struct nj_err *err),
     (s, chat, row, err));
WRAP(nj_match_load,
     (struct nj_store * s, int64_t id, struct nj_match_row *row,
      struct nj_err *err),
     (s, id, row, err));
WRAP(nj_match_pulse,
     (struct nj_store * s, const struct nj_match_pulse *p, struct nj_err *err),
     (s, p, err));
WRAP(nj_match_update,
     (struct nj_store * s, const struct nj_match_row *row, struct nj_err *err),
     (s, row, err));
WRAP(nj_notice_drop,
     (struct nj_store * s, const struct nj_notice *n, bool *was,
      struct nj_err *err),
     (s, n, was, err));
WRAP(nj_notice_each,
     (struct nj_store * s, const struct nj_notice *of, uint32_t most,
      nj_notice_fn *fn, void *ctx, struct nj_err *err),
     (s, of, most, fn, ctx, err));
WRAP(nj_notice_put,
     (struct nj_store * s, const struct nj_notice *n, struct nj_err *err),
     (s, n, err));
WRAP(nj_offset_put,
     (struct nj_store * s, const char *gateway, int64_t offset,
      struct nj_err *err),
     (s, gateway, offset, err));
WRAP(nj_out_each_of,
     (struct nj_store * s, int64_t match, nj_out_fn *fn, void *ctx,
      struct nj_err *err),
     (s, match, fn, ctx, err));
WRAP(nj_out_each_pending,
     (struct nj_store * s, nj_out_fn *fn, void *ctx, struct nj_err *err),
     (s, fn, ctx, err));
WRAP(nj_out_insert,
     (struct nj_store * s, struct nj_out_row *row, struct nj_err *err),
     (s, row, err));
WRAP(nj_out_load,
     (struct nj_store * s, int64_t id, nj_out_fn *fn, void *ctx,
      struct nj_err *err),
     (s, id, fn, ctx, err));
WRAP(nj_out_mark,
     (struct nj_store * s, const struct nj_out_mark *m, struct nj_err *err),
     (s, m, err));
WRAP(nj_out_refused,
     (struct nj_store * s, const char *chat, uint32_t *count,
      struct nj_err *err),
     (s, chat, count, err));
WRAP(nj_out_release,
     (struct nj_store * s, const char *chat, nj_out_fn *fn, void *ctx,
      struct nj_err *err),
     (s, chat, fn, ctx, err));
WRAP(nj_out_withdraw,
     (struct nj_store * s, int64_t match, const char *chat, struct nj_err *err),
     (s, match, chat, err));
WRAP(nj_holder_put,
     (struct nj_store * s, const struct nj_holder_row *row, struct nj_err *err),
     (s, row, err));
WRAP(nj_holder_each,
     (struct nj_store * s, int64_t match, nj_holder_fn *fn, void *ctx,
      struct nj_err *err),
     (s, match, fn, ctx, err));
WRAP(nj_result_put,
     (struct nj_store * s, const struct nj_result_row *row, struct nj_err *err),
     (s, row, err));
WRAP(nj_seat_delete,
     (struct nj_store * s, int64_t match, uint8_t join, struct nj_err *err),
     (s, match, join, err));
WRAP(nj_seat_each,
     (struct nj_store * s, int64_t match, nj_seat_fn *fn, void *ctx,
      struct nj_err *err),
     (s, match, fn, ctx, err));
WRAP(nj_seat_each_open,
     (struct nj_store * s, nj_open_seat_fn *fn, void *ctx, struct nj_err *err),
     (s, fn, ctx, err));
WRAP(nj_seat_put,
     (struct nj_store * s, const struct nj_seat_row *row, struct nj_err *err),
     (s, row, err));
WRAP(nj_seen_add,
     (struct nj_store * s, const char *chat, const char *id, int64_t at_ms,
      bool *fresh, struct nj_err *err),
     (s, chat, id, at_ms, fresh, err));
WRAP(nj_seen_forget,
     (struct nj_store * s, int64_t before_ms, struct nj_err *err),
     (s, before_ms, err));
WRAP(nj_seen_has,
     (struct nj_store * s, const char *chat, const char *id, bool *known,
      struct nj_err *err),
     (s, chat, id, known, err));
WRAP(nj_setting_get,
     (struct nj_store * s, const char *scope, const char *key, char *value,
      size_t cap, struct nj_err *err),
     (s, scope, key, value, cap, err));
WRAP(nj_setting_put,
     (struct nj_store * s, const char *scope, const char *key,
      const char *value, struct nj_err *err),
     (s, scope, key, value, err));
WRAP(nj_store_begin, (struct nj_store * s, struct nj_err *err), (s, err));
WRAP(nj_store_commit, (struct nj_store * s, struct nj_err *err), (s, err));
WRAP(nj_user_load,
     (struct nj_store * s, const char *user, struct nj_user_row *row,
      struct nj_err *err),
     (s, user, row, err));
WRAP(nj_user_put,
     (struct nj_store * s, const struct nj_user_row *row, struct nj_err *err),
     (s, row, err));
WRAP(nj_account_each,
     (struct nj_store * s, const char *account, nj_account_fn *fn, void *ctx,
      struct nj_err *err),
     (s, account, fn, ctx, err));
WRAP(nj_account_join,
     (struct nj_store * s, const char *from, const char *to,
      struct nj_err *err),
     (s, from, to, err));
WRAP(nj_account_of,
     (struct nj_store * s, const char *user, char account[NJ_ADDRESS_MAX],
      struct nj_err *err),
     (s, user, account, err));
WRAP(nj_account_part,
     (struct nj_store * s, const char *user, struct nj_err *err),
     (s, user, err));
WRAP(nj_account_rated,
     (struct nj_store * s, const char *account, int64_t *n, struct nj_err *err),
     (s, account, n, err));
WRAP(nj_achievement_put,
     (struct nj_store * s, int64_t match, uint8_t seat, const char *name,
      struct nj_err *err),
     (s, match, seat, name, err));
WRAP(nj_link_drop, (struct nj_store * s, const char *user, struct nj_err *err),
     (s, user, err));
WRAP(nj_link_find,
     (struct nj_store * s, const char *code, struct nj_link_code *row,
      struct nj_err *err),
     (s, code, row, err));
WRAP(nj_link_put,
     (struct nj_store * s, const struct nj_link_code *row, struct nj_err *err),
     (s, row, err));
WRAP(nj_record_find,
     (struct nj_store * s, const char *chat, const char *code,
      struct nj_match_row *row, struct nj_err *err),
     (s, chat, code, row, err));
WRAP(nj_result_each,
     (struct nj_store * s, int64_t match, nj_result_fn *fn, void *ctx,
      struct nj_err *err),
     (s, match, fn, ctx, err));
WRAP(nj_result_next, (struct nj_store * s, int64_t *finish, struct nj_err *err),
     (s, finish, err));
WRAP(nj_result_rating,
     (struct nj_store * s, struct nj_rating_of of, int64_t *mu, int64_t *sigma,
      struct nj_err *err),
     (s, of, mu, sigma, err));
WRAP(nj_stats_each,
     (struct nj_store * s, struct nj_stats_of of, nj_stats_fn *fn, void *ctx,
      struct nj_err *err),
     (s, of, fn, ctx, err));
WRAP(nj_stats_each_achievement,
     (struct nj_store * s, struct nj_stats_of of, const char *game,
      nj_stats_achievement_fn *fn, void *ctx, struct nj_err *err),
     (s, of, game, fn, ctx, err));
WRAP(nj_stats_each_feat,
     (struct nj_store * s, struct nj_stats_of of, const char *game,
      nj_feat_fn *fn, void *ctx, struct nj_err *err),
     (s, of, game, fn, ctx, err));
WRAP(nj_stats_each_named,
     (struct nj_store * s, struct nj_named_of of, nj_stats_person_fn *fn,
      void *ctx, struct nj_err *err),
     (s, of, fn, ctx, err));
WRAP(nj_top_each,
     (struct nj_store * s, struct nj_top_of of, nj_top_fn *fn, void *ctx,
      struct nj_err *err),
     (s, of, fn, ctx, err));
