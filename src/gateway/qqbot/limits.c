/*
 * The numbers that the ledger keeps to: a margin below those of the platform.
 */
#include "gateway/qqbot/credit.h"

#define HOUR_MS INT64_C(3600000)
#define DAY_MS  (24 * HOUR_MS)
#define ZONE_MS (8 * HOUR_MS)

const struct nj_qb_limits nj_qb_limits_verified = {.group_sure_ms = 270000,
                                                   .person_sure_ms = 270000,
                                                   .person_try_ms = 3300000,
                                                   .group_answers = 5,
                                                   .person_answers = 4,
                                                   .event_answers = 2,
                                                   .group_all_min = 24,
                                                   .person_all_min = 20,
                                                   .group_push_min = 15,
                                                   .person_push_min = 15,
                                                   .groups_push_min = 45,
                                                   .people_push_s = 8,
                                                   .people_push_min = 0,
                                                   .day_max = 900};

const struct nj_qb_limits nj_qb_limits_unverified = {.group_sure_ms = 270000,
                                                     .person_sure_ms = 270000,
                                                     .person_try_ms = 3300000,
                                                     .group_answers = 5,
                                                     .person_answers = 4,
                                                     .event_answers = 2,
                                                     .group_all_min = 24,
                                                     .person_all_min = 20,
                                                     .group_push_min = 15,
                                                     .person_push_min = 15,
                                                     .groups_push_min = 22,
                                                     .people_push_s = 4,
                                                     .people_push_min = 22,
                                                     .day_max = 900};

int64_t nj_qb_day(int64_t wall_ms)
{
    return (wall_ms + ZONE_MS) / DAY_MS;
}
