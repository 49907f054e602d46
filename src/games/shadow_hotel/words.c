/*
 * When two typed words are the same. People type a room or an item in either
 * script, in any case and width, with or without the dot in its name.
 */
#include <string.h>
#include <uchar.h>

#include "base/bug.h"
#include "base/utf8.h"
#include "games/shadow_hotel/map.h"

#define FOLD_MAX 18 /* characters that one character can fold to */

/* Traditional forms of characters in the words of this game, each followed by
 * the simplified one. */
static const char16_t scripts[] =
    u"樓楼廳厅動动書书會会議议檔档經经辦办娛娱樂乐連连東东氣气廚厨間间層层"
    u"鑰钥電电絕绝緣缘彈弹槍枪鑽钻郵邮冊册幣币遠远鏡镜變变裝装開开鎖锁機机"
    u"關关爐炉牆墙麥麦風风覺觉結结階阶廣广報报點点誰谁著着圖图狀状態态數数"
    u"優优級级蘿萝務务園园臺台無无號号療疗溫温圓圆靈灵館馆殺杀記记錄录儲储"
    u"維维護护燈灯鍵键盤盘濕湿網网專专員员醫医藥药衛卫";

static int32_t simplified(int32_t cp)
{
    if (cp < 0x4e00 || cp > 0x9fff)
        return cp; /* not Chinese */
    for (size_t i = 0; i + 2 < NJ_COUNT(scripts); i += 2)
        if (scripts[i] == cp)
            return scripts[i + 1];
    return cp;
}

/* A word, character by character as it is compared. */
struct letters {
    const char *at;
    size_t left;
    int32_t ready[FOLD_MAX];
    size_t n, next;
};

static bool counts(int32_t cp)
{
    return !nj_utf8_space(cp) && !nj_utf8_control(cp) && cp != 0xb7 &&
           cp != 0x30fb && cp != 0x2022;
}

/* 0 behind the end. */
static int32_t letter(struct letters *l)
{
    for (;;) {
        int32_t cp = 0;
        size_t n;

        while (l->next < l->n) {
            cp = l->ready[l->next++];
            if (counts(cp))
                return cp < 0x80 ? cp : simplified(cp);
        }
        n = nj_utf8_next(l->at, l->left, &cp);
        if (n == 0)
            return 0;
        l->at += n;
        l->left -= n;
        l->n = nj_utf8_fold(cp, l->ready, NJ_COUNT(l->ready));
        l->next = 0;
    }
}

bool nj_sh_same_name(const char *a, const char *b)
{
    struct letters x = {.at = a, .left = strlen(a)};
    struct letters y = {.at = b, .left = strlen(b)};
    int32_t p;
    int32_t q;

    NJ_ASSERT(a != NULL);
    NJ_ASSERT(b != NULL);
    do {
        p = letter(&x);
        q = letter(&y);
    } while (p == q && p != 0);
    return p == q;
}
