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

/* A store that has failed already does nothing: such a call is none. */
static void trouble(const char *what, struct nj_store *s)
{
    struct nj_err err = {{0}};
    enum nj_status st = plan.st;
    bool second = plan.failed != NULL && plan.then != NULL &&
                  strcmp(plan.then, what) == 0;

    if (!nj_store_good(s))
        return;
    if (second) {
        plan.then = NULL;
        st = NJ_ERR_IO;
    } else if (plan.left == 0 || --plan.left > 0) {
        return;
    } else {
        plan.failed = what;
    }
    (void)nj_fail(&err, st, "\"%s\" failed", what);
    nj_store_fail(s, st, &err);
}

#define WRAP(type, name, params, args)             \
 type real_##name params __asm__("__real_" #name); \
 type wrap_##name params __asm__("__wrap_" #name); \
 type wrap_##name params                           \
 {                                                 \
  trouble(#name, s);                               \
  return real_##name args;                         \
 }                                                 \
 _Static_assert(sizeof(#name) > 1, "")

#define WRAP_VOID(name, params, args)              \
 void real_##name params __asm__("__real_" #name); \
 void wrap_##name params __asm__("__wrap_" #name); \
 void wrap_##name params                           \
 {                                                 \
  trouble(#name, s);                               \
  real_##name args;                                \
 }                                                 \
 _Static_assert(sizeof(#name) > 1, "")

WRAP(bool, nj_button_find,
     (struct nj_store * s, const char *token, struct nj_button_row *row),
     (s, token, row));
WRAP_VOID(nj_button_forget,
          (struct nj_store * s, int64_t match, const char *chat),
          (s, match, chat));
WRAP_VOID(nj_button_put, (struct nj_store * s, const struct nj_button_row *row),
          (s, row));
WRAP_VOID(nj_button_use, (struct nj_store * s, const char *token), (s, token));
WRAP_VOID(nj_card_each_open, (struct nj_store * s, nj_card_fn *fn, void *ctx),
          (s, fn, ctx));
WRAP_VOID(nj_card_forget,
          (struct nj_store * s, int64_t match, const char *chat),
          (s, match, chat));
WRAP_VOID(nj_card_put,
          (struct nj_store * s, int64_t match, const char *chat,
           const char *message),
          (s, match, chat, message));
WRAP_VOID(nj_chat_move, (struct nj_store * s, const char *from, const char *to),
          (s, from, to));
WRAP_VOID(nj_home_each_open, (struct nj_store * s, nj_home_fn *fn, void *ctx),
          (s, fn, ctx));
WRAP_VOID(nj_home_put,
          (struct nj_store * s, int64_t match, uint8_t place, const char *chat),
          (s, match, place, chat));
WRAP_VOID(nj_input_each,
          (struct nj_store * s, int64_t match, nj_input_fn *fn, void *ctx),
          (s, match, fn, ctx));
WRAP_VOID(nj_input_insert,
          (struct nj_store * s, const struct nj_input_row *row), (s, row));
WRAP_VOID(nj_match_each_open, (struct nj_store * s, nj_open_fn *fn, void *ctx),
          (s, fn, ctx));
WRAP(bool, nj_match_insert, (struct nj_store * s, struct nj_match_row *row),
     (s, row));
WRAP(bool, nj_match_latest_over,
     (struct nj_store * s, const char *chat, struct nj_match_row *row),
     (s, chat, row));
WRAP(bool, nj_match_load,
     (struct nj_store * s, int64_t id, struct nj_match_row *row), (s, id, row));
WRAP_VOID(nj_match_pulse, (struct nj_store * s, const struct nj_match_pulse *p),
          (s, p));
WRAP_VOID(nj_match_update,
          (struct nj_store * s, const struct nj_match_row *row), (s, row));
WRAP(bool, nj_notice_drop, (struct nj_store * s, const struct nj_notice *n),
     (s, n));
WRAP_VOID(nj_notice_each,
          (struct nj_store * s, const struct nj_notice *of, uint32_t most,
           nj_notice_fn *fn, void *ctx),
          (s, of, most, fn, ctx));
WRAP_VOID(nj_notice_put, (struct nj_store * s, const struct nj_notice *n),
          (s, n));
WRAP_VOID(nj_offset_put,
          (struct nj_store * s, const char *gateway, int64_t offset),
          (s, gateway, offset));
WRAP(int64_t, nj_out_before, (struct nj_store * s, int64_t last, uint32_t rows),
     (s, last, rows));
WRAP_VOID(nj_out_each_before,
          (struct nj_store * s, int64_t last, uint32_t rows, nj_out_fn *fn,
           void *ctx),
          (s, last, rows, fn, ctx));
WRAP_VOID(nj_out_each_of,
          (struct nj_store * s, int64_t match, nj_out_fn *fn, void *ctx),
          (s, match, fn, ctx));
WRAP_VOID(nj_out_each_pending, (struct nj_store * s, nj_out_fn *fn, void *ctx),
          (s, fn, ctx));
WRAP_VOID(nj_out_insert, (struct nj_store * s, struct nj_out_row *row),
          (s, row));
WRAP(int64_t, nj_out_last, (struct nj_store * s, int64_t match), (s, match));
WRAP(bool, nj_out_load,
     (struct nj_store * s, int64_t id, nj_out_fn *fn, void *ctx),
     (s, id, fn, ctx));
WRAP_VOID(nj_out_mark, (struct nj_store * s, const struct nj_out_mark *m),
          (s, m));
WRAP(uint32_t, nj_out_refused, (struct nj_store * s, const char *chat),
     (s, chat));
WRAP_VOID(nj_out_release,
          (struct nj_store * s, const char *chat, nj_out_fn *fn, void *ctx),
          (s, chat, fn, ctx));
WRAP_VOID(nj_out_withdraw,
          (struct nj_store * s, int64_t match, const char *chat),
          (s, match, chat));
WRAP_VOID(nj_holder_put, (struct nj_store * s, const struct nj_holder_row *row),
          (s, row));
WRAP_VOID(nj_holder_each,
          (struct nj_store * s, int64_t match, nj_holder_fn *fn, void *ctx),
          (s, match, fn, ctx));
WRAP_VOID(nj_result_put, (struct nj_store * s, const struct nj_result_row *row),
          (s, row));
WRAP_VOID(nj_seat_delete, (struct nj_store * s, int64_t match, uint8_t join),
          (s, match, join));
WRAP_VOID(nj_seat_each,
          (struct nj_store * s, int64_t match, nj_seat_fn *fn, void *ctx),
          (s, match, fn, ctx));
WRAP_VOID(nj_seat_each_open,
          (struct nj_store * s, nj_open_seat_fn *fn, void *ctx), (s, fn, ctx));
WRAP_VOID(nj_seat_put, (struct nj_store * s, const struct nj_seat_row *row),
          (s, row));
WRAP(bool, nj_seen_add,
     (struct nj_store * s, const char *chat, const char *id, int64_t at_ms),
     (s, chat, id, at_ms));
WRAP_VOID(nj_seen_forget, (struct nj_store * s, int64_t before_ms),
          (s, before_ms));
WRAP(bool, nj_seen_has, (struct nj_store * s, const char *chat, const char *id),
     (s, chat, id));
WRAP(bool, nj_setting_get,
     (struct nj_store * s, const char *scope, const char *key, char *value,
      size_t cap),
     (s, scope, key, value, cap));
WRAP_VOID(nj_setting_put,
          (struct nj_store * s, const char *scope, const char *key,
           const char *value),
          (s, scope, key, value));
WRAP(enum nj_status, nj_store_commit, (struct nj_store * s, struct nj_err *err),
     (s, err));
WRAP(bool, nj_user_load,
     (struct nj_store * s, const char *user, struct nj_user_row *row),
     (s, user, row));
WRAP_VOID(nj_user_put, (struct nj_store * s, const struct nj_user_row *row),
          (s, row));
WRAP_VOID(nj_account_each,
          (struct nj_store * s, const char *account, nj_account_fn *fn,
           void *ctx),
          (s, account, fn, ctx));
WRAP_VOID(nj_account_join,
          (struct nj_store * s, const char *from, const char *to),
          (s, from, to));
WRAP_VOID(nj_account_of,
          (struct nj_store * s, const char *user, char account[NJ_ADDRESS_MAX]),
          (s, user, account));
WRAP_VOID(nj_account_part, (struct nj_store * s, const char *user), (s, user));
WRAP(int64_t, nj_account_rated, (struct nj_store * s, const char *account),
     (s, account));
WRAP_VOID(nj_achievement_put,
          (struct nj_store * s, int64_t match, uint8_t seat, const char *name),
          (s, match, seat, name));
WRAP_VOID(nj_kept_put,
          (struct nj_store * s, const char *gateway, const char *name,
           const char *value),
          (s, gateway, name, value));
WRAP_VOID(nj_link_drop, (struct nj_store * s, const char *user), (s, user));
WRAP(bool, nj_link_find,
     (struct nj_store * s, const char *code, struct nj_link_code *row),
     (s, code, row));
WRAP_VOID(nj_link_put, (struct nj_store * s, const struct nj_link_code *row),
          (s, row));
WRAP(bool, nj_record_find,
     (struct nj_store * s, const char *chat, const char *code,
      struct nj_match_row *row),
     (s, chat, code, row));
WRAP_VOID(nj_result_each,
          (struct nj_store * s, int64_t match, nj_result_fn *fn, void *ctx),
          (s, match, fn, ctx));
WRAP(int64_t, nj_result_next, (struct nj_store * s), (s));
WRAP(bool, nj_result_rating,
     (struct nj_store * s, struct nj_rating_of of, int64_t *mu, int64_t *sigma),
     (s, of, mu, sigma));
WRAP_VOID(nj_stats_each,
          (struct nj_store * s, struct nj_stats_of of, nj_stats_fn *fn,
           void *ctx),
          (s, of, fn, ctx));
WRAP_VOID(nj_stats_each_achievement,
          (struct nj_store * s, struct nj_stats_of of, const char *game,
           nj_stats_achievement_fn *fn, void *ctx),
          (s, of, game, fn, ctx));
WRAP_VOID(nj_stats_each_feat,
          (struct nj_store * s, struct nj_stats_of of, const char *game,
           nj_feat_fn *fn, void *ctx),
          (s, of, game, fn, ctx));
WRAP_VOID(nj_stats_each_named,
          (struct nj_store * s, struct nj_named_of of, nj_stats_person_fn *fn,
           void *ctx),
          (s, of, fn, ctx));
WRAP_VOID(nj_top_each,
          (struct nj_store * s, struct nj_top_of of, nj_top_fn *fn, void *ctx),
          (s, of, fn, ctx));
